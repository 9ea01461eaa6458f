import {closeSync, openSync} from 'node:fs';
import {devNull} from 'node:os';
import {join, resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {cleanText} from '../model/clean.ts';
import type {SandboxPort, Terminal} from '../ports.ts';
import {createEmbeddedHttp, openEmbeddedFiles} from '../sandbox/embedded.ts';
import {createHandler} from '../sandbox/handler.ts';
import {SANDBOX_ORIGIN} from '../sandbox/origin.ts';
import {createChangesFile} from '../sandbox/records/changes.ts';
import {createSamples} from '../sandbox/samples/samples.ts';
import {createClock} from './clock.ts';
import {createFiles} from './files.ts';

export function createSandbox({home, terminal}: {home: string; terminal: Terminal}): Omit<SandboxPort, 'origin'> {
  const clock = createClock();
  const files = createFiles();

  return {
    async embedded(warn) {
      const {directory, key, store} = await openEmbeddedFiles(join(home, '.tool', 'sandbox'), files);
      const handler = createHandler({
        samples: createSamples(),
        changes: createChangesFile({path: store, files, clock, warn, isOwn: true}),
        key,
        clock,
      });
      return {http: createEmbeddedHttp(handler, SANDBOX_ORIGIN), configDirectory: directory};
    },
    async serve(options, announce, signal) {
      const warn = (text: string) => terminal.writeError(`Warning: ${cleanText(text)}\n`);
      const {serveSandbox} = await import('../sandbox/serve.ts');
      const data = options.data === undefined ? undefined : resolve(options.data);
      const onListening = async (text: string) => {
        await announce(text.replace(/^#/m, `export TOOL_SANDBOX_PID='${process.pid}'\n#`));
        if (!terminal.stdoutIsTty) {
          // Closes stdout, so that `$(tool sandbox &)` returns. /dev/null takes the number of stdout, which the next
          // opened file would get otherwise.
          closeSync(1);
          openSync(devNull, 'w');
        }
        // With 100 000 versions, nearly everything is live, and V8 would let as much garbage pile up before it collects
        // any. The flag is set only after loading, since V8 rejects compiled code once flags have changed.
        setFlagsFromString('--heap-growing-percent=20');
      };
      await serveSandbox({...options, data}, {clock, files, warn}, onListening, signal);
    },
  };
}
