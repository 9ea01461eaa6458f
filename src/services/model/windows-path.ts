/** What Windows takes for a device in any folder, whatever follows the first dot. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:[.:]|$)/i.test(name);
}

/**
 * Whether a path of Windows leads to another machine, which would be sent who the user is, or to a device, which may
 * never answer: `\\host\share`, `\\.\pipe\x`, `C:\keys\NUL`.
 */
export function isRemoteOrDevice(path: string): boolean {
  const [, rest = ''] = /^(?:[a-z]:)?(.*)$/is.exec(path.trim()) ?? [];
  return /^[\\/](?:[\\/]|\?\?)/.test(rest) || rest.split(/[\\/]/).some(isDeviceName);
}
