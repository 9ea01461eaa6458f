/** A path as a person writes it: `~/.tool/config.json`. */
export function shortPath(path: string, home: string): string {
  const base = home.replace(/[\\/]+$/, '');
  if (base === '' || !path.startsWith(base)) return path;
  const rest = path.slice(base.length);
  return rest === '' || /^[\\/]/.test(rest) ? `~${rest}` : path;
}
