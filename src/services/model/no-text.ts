const VARIABLE = String.raw`\$\{?\w+\}?|\$\(\w+\)|\$?\{\{[^{}]*\}\}|%\w+%|<[\w -]+>`;

const NO_TEXTS: readonly (readonly [form: RegExp, problem: string])[] = [
  [/^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\//, 'is a Git LFS pointer: run git lfs pull'],
  [/^(?:\S*\/)?annex\/objects\/\S+$/, 'is a git-annex pointer: run git annex get'],
  [/^\0GITCRYPT\0/, 'is encrypted by git-crypt: run git-crypt unlock'],
  [
    /^(?:\$ANSIBLE_VAULT;|-----BEGIN (?:PGP MESSAGE|AGE )|age-encryption\.org\/|U2FsdGVkX1)/,
    'is encrypted: decrypt it',
  ],
  [/\bENC\[AES256_GCM,/, 'is encrypted by SOPS: decrypt it'],
  [/^<{7} [\s\S]*^>{7} /m, 'has merge conflict markers: resolve the conflict'],
  [/^(?:\{\\rtf|%PDF-|%!PS-)/, 'is a document, not plain text'],
  [/^<(?:!doctype html|html|\?xml)\b/i, 'is HTML or XML, not plain text'],
  [/^\.{1,2}\/\S+$/, 'is only a path: a link that Git has checked out as a file'],
  [new RegExp(`^(?:TEXT|<TEXT>|${VARIABLE})$`), 'is a placeholder, not a text'],
  [/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'is not plain text: it has control characters'],
];

export function noTextProblem(text: string): string | undefined {
  return NO_TEXTS.find(([form]) => form.test(text))?.[1];
}
