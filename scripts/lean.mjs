// What packages load although it is never used here, each several milliseconds of every start, is left out of the
// bundle. Every cut names the text that it replaces and fails when a new version of the package no longer has it.
import {readFileSync} from 'node:fs';
import {builtinModules, createRequire} from 'node:module';

const require = createRequire(import.meta.url);

/** A package's file with some of its text replaced, wherever it stands. */
export function replaced(path, replacements) {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${path} has changed: it has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, 'utf8'),
  );
}

/** Flags are ASCII; tables of Unicode's letters are slow to make. */
const ASCII_LETTERS = {
  '[\\p{Lu}]': '[A-Z]',
  '[\\p{Ll}]': '[a-z]',
  '\\p{Alpha}': 'a-zA-Z',
  '\\p{Uppercase_Letter}\\d': 'A-Z\\d',
  '\\p{Lowercase_Letter}\\d': 'a-z\\d',
  '(\\p{Uppercase_Letter})': '([A-Z])',
  '\\p{Uppercase_Letter}\\p{Lowercase_Letter}+': '[A-Z][a-z]+',
};

const CUTS = [
  // Normalises a package.json that it is not given, underlines errors in one, loads child_process and module.
  [
    /meow[\\/]build[\\/]dependencies\.js$/,
    {
      '= requireNormalize();': '= () => {};',
      '= requireLib$1();': '= {};',
      'promisify(execFile);': '',
      'createRequire ? createRequire(import.meta.url) : undefined': 'undefined',
      ...ASCII_LETTERS,
    },
  ],
  // Loads React's developer tools where a variable says so.
  [
    /ink[\\/]build[\\/]reconciler\.js$/,
    {
      "process.env['DEV'] === 'true'": 'false',
      "await import('./devtools.js');": '',
      'await loadPackageJson()': '{}',
    },
  ],
  // The server's HTTP, for a class to compare with and a number (that is given as an option).
  [
    /undici[\\/]lib[\\/]core[\\/]util\.js$/,
    {"const { IncomingMessage } = require('node:http')": 'class IncomingMessage {}'},
  ],
  [
    /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/,
    {"const http = require('node:http')": 'const http = {maxHeaderSize: 16384}'},
  ],
];

/** Modules that stand behind a branch that is never taken. */
const UNUSED = [
  [/undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/, 'HTTP/2 is not used'],
  [/undici[\\/]lib[\\/]web[\\/]fetch[\\/]body\.js$/, 'forms are not sent'],
  // undici then takes the parser that runs everywhere; one of them is enough to carry.
  [/undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/, 'one parser is enough'],
];

export const lean = {
  name: 'lean',
  setup(builder) {
    for (const [filter, replacements] of CUTS) {
      builder.onLoad({filter}, ({path}) => ({contents: replaced(path, replacements), loader: 'js'}));
    }
    for (const [filter, why] of UNUSED) {
      builder.onLoad({filter}, () => ({
        contents: `module.exports = () => { throw new Error(${JSON.stringify(why)}) }`,
        loader: 'js',
      }));
    }
    // For these checks of undici's own state an error is as good as Node's assert, which has a diff tool with it.
    builder.onResolve({filter: /^node:assert$/}, ({importer}) =>
      /[\\/]undici[\\/]/.test(importer) ? {path: 'assert', namespace: 'small'} : undefined,
    );
    builder.onLoad({filter: /.*/, namespace: 'small'}, () => ({
      contents: `module.exports = (value, message) => {
        if (!value) throw message instanceof Error ? message : new Error(message ?? 'assertion failed');
      };`,
      loader: 'js',
    }));
  },
};

/**
 * Node's own modules, asked for by name. Imported, each is first wrapped into a module of its own, and asked for every
 * member that it has: process for stdin and stdout, crypto for WebCrypto.
 */
export const builtins = {
  name: 'builtins',
  setup(builder) {
    const known = new Set(builtinModules);
    builder.onResolve({filter: /^(?:node:)?[a-z_/0-9]+$/}, ({path, kind}) => {
      const name = path.replace(/^node:/, '');
      if (!known.has(name) || kind === 'require-call') return undefined;
      return {path: name, namespace: kind === 'dynamic-import' ? 'late-builtin' : 'builtin', sideEffects: false};
    });
    builder.onLoad({filter: /.*/, namespace: 'late-builtin'}, ({path}) => ({
      contents: `module.exports = globalThis.process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
    builder.onLoad({filter: /.*/, namespace: 'builtin'}, ({path}) => {
      const members = Object.keys(require(`node:${path}`)).filter(
        (name) => /^[a-z_]\w*$/i.test(name) && name !== 'default',
      );
      return {
        contents: [
          `const all = /* @__PURE__ */ globalThis.process.getBuiltinModule('node:${path}');`,
          'export default all;',
          ...members.map(
            (name) => `const own_${name} = /* @__PURE__ */ (() => all.${name})(); export {own_${name} as ${name}};`,
          ),
        ].join('\n'),
        loader: 'js',
      };
    });
  },
};
