/** Finds a private key as PEM, as base64 of PEM, even encoded twice, or as base64 of DER, by its first bytes. */
export function looksLikeKey(text: string): boolean {
  const dense = text.replace(/\\[nr]|[\s\p{Cc}\p{Cf}]/gu, '');
  const bare = /(?:^-*|[^A-Za-z0-9+/])M[A-Za-z0-9+/]{2,5}(?:AgE[AB]|CAQ[AE]|IBA[AD])[A-Za-z0-9+/]{30}/;
  // Matches the base64 before or after the 32 secret bytes of a P-256 key, at each of its three offsets.
  const secret = /(?:AgEBBC[A-D]|CAQEEI|IBAQQg)[\w+/-]{30}|[\w+/-]{30}(?:oUQDQgAE|KFEA0IAB|hRANCAA[Q-T])/;
  const isBare = [dense, text].some((one) => bare.test(one) || secret.test(one));
  return /-----BEGIN|PRIVATEKEY-----|LS0tLS1CRUdJT|TFMwdExTMUNSVWRKV/.test(dense) || isBare;
}

export function isKeyIncomplete(text: string): boolean {
  return /-----BEGIN/.test(text) && !/-----END [A-Z0-9 ]+-----/.test(text);
}

export function keyPathProblem(text: string): string | undefined {
  return looksLikeKey(text) ? 'must be the path of a key file, not the key itself' : undefined;
}

export function withoutKey(text: string): string {
  return looksLikeKey(text) ? '(a private key, not shown)' : text;
}
