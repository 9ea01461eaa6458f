import type {App} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {actionKeys} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import type {Binding} from '../input/keyboard.ts';
import type {PageChoice} from './page.tsx';
import type {VersionState} from './use-version.ts';

interface Chosen {
  choice: PageChoice | undefined;
  /** Asks the store. */
  ask: Binding;
  /** Why nothing can be done at all. */
  gone: string | undefined;
}

/** The keys of Version, most useful first. */
export function useVersionKeys(
  {versionId, subject, command, showsRelated, toggleRelated}: VersionState,
  {choice, ask, gone}: Chosen,
): Binding[] {
  const {copy, copyId} = useShell();
  const router = useRouter();
  const webPage = useAppPageKey(subject.app);
  const filters = useFilterKeys(subject.app);
  const ofVersion = [
    {
      keys: ['enter'],
      label: choice?.label ?? 'next step',
      title: choice?.title ?? 'Next step',
      // A flow that it opens may have been left a moment ago.
      guarded: true,
      unavailable: choice ? choice.unavailable : 'the version has not been read',
      run: choice?.run ?? (() => {}),
    },
    ...actionKeys(subject, router),
    ask,
  ];
  return [
    ...ofVersion.map((binding) => (gone === undefined ? binding : {...binding, unavailable: gone})),
    {
      keys: ['y'],
      label: 'copy ID',
      title: 'Copy the version ID',
      inPalette: true,
      run: () => copyId(versionId, 'Version ID'),
    },
    {
      keys: ['Y'],
      label: 'copy command',
      title: 'Copy the command that shows the same',
      shown: 'help',
      inPalette: true,
      run: () => copy(command, 'Command'),
    },
    webPage,
    ...filters,
    {
      keys: ['i'],
      label: showsRelated ? 'hide related' : 'related',
      title: showsRelated ? 'Hide related resources' : 'Show related resources: age rating, review detail, …',
      inPalette: true,
      run: toggleRelated,
    },
  ];
}

const FILTERS = [
  {kind: 'states', key: 'f', title: 'Filter the versions by state'},
  {kind: 'platforms', key: 'p', title: 'Filter the versions by platform'},
] as const;

/** Filters belong to the list: these keys return to it, with the picker open. */
function useFilterKeys(app: App | undefined): Binding[] {
  const router = useRouter();
  const below = router.stack.at(-2);
  return FILTERS.map(({kind, key, title}) => ({
    keys: [key],
    label: kind,
    title,
    shown: 'help',
    inPalette: true,
    unavailable: app ? undefined : 'no app is known yet',
    run: () =>
      below?.screen === 'versions'
        ? router.backToPick(kind)
        : router.replace('versions', {appId: app?.id, app, picking: kind}),
  }));
}
