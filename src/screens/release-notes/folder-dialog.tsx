import {Box, Text} from 'ink';
import {useState} from 'react';
import {planFromFolder} from '../../app/commands/notes-input.ts';
import {tidyPath} from '../../app/completion/complete-path.ts';
import {describe} from '../../app/present/error.ts';
import {asToolError} from '../../services/model/error.ts';
import {wrap} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {TextField} from '../components/text-field.tsx';
import {useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {usePathField} from '../form/use-path-field.ts';
import {useTask} from '../hooks/use-task.ts';
import {useHold} from '../input/use-keys.tsx';
import {type LineContent, signedLines} from '../text/lines.ts';

interface FolderDialogProps {
  version: {name: string; has: readonly string[]};
  onRead(texts: ReadonlyMap<string, string>, from: string): void;
  onCancel(): void;
}

const PROMPT = 'Folder  ';
const USUAL = 'fastlane/metadata';

export function FolderDialog({version, onRead, onCancel}: FolderDialogProps) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const inside = useDialogInside();
  const [path, setPath] = useSaved('notes-folder', USUAL);
  const [problems, setProblems] = useState<readonly LineContent[]>([]);
  const task = useTask<void>();
  useHold(task.status === 'running', true);

  const read = async () => {
    const shown = tidyPath(path);
    try {
      const {plan, own} = await planFromFolder(shown.replace(/^~(?=$|[\\/])/, host.home), host, {version});
      const texts = plan(version.has);
      const others = texts.size - own.length;
      onRead(texts, others > 0 ? `${shown}, ${others} of them from default/` : shown);
    } catch (error) {
      const {message, details} = describe(asToolError(error));
      const sign = {sign: theme.glyphs.rejected, tone: 'bad'} as const;
      setProblems([message, ...details].flatMap((problem) => signedLines(sign, problem, inside)));
    }
  };
  const set = (text: string) => {
    setPath(text);
    setProblems([]);
  };
  const {complete, under} = usePathField(path, {directories: true, set});
  const below = problems.length > 0 ? problems : under(inside);
  return (
    <Dialog
      title="Read texts from a folder"
      top={3}
      keys={[
        {keys: ['enter'], label: 'read', run: () => path.trim() !== '' && task.run(read)},
        {keys: ['tab'], label: 'complete', run: complete},
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      lines={[
        ...wrap(`LOCALE/release_notes.txt for each locale, as fastlane keeps them.`, inside),
        '',
        <Box key="path">
          <Text dimColor>{PROMPT}</Text>
          <TextField value={path} focus width={inside - PROMPT.length} onChange={set} />
        </Box>,
        ...(below.length > 0 ? ['', ...below] : []),
      ]}
    />
  );
}
