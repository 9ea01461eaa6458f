/**
 * Whether a text is or holds a private key, and so must not be echoed: PEM, base64 of PEM, or base64 of the bare
 * document, which begins with a sequence and a version number.
 */
export function looksLikeKey(text: string): boolean {
  const dense = text.replace(/\\[nr]|[\s\p{Cc}\p{Cf}]/gu, '');
  const bare = /(?:^-*|[^A-Za-z0-9+/])M[A-Za-z0-9+/]{2,5}(?:AgE[AB]|CAQ[AE]|IBA[AD])[A-Za-z0-9+/]{30}/;
  return /-----BEGIN|PRIVATEKEY-----|LS0tLS1CRUdJT/.test(dense) || bare.test(dense) || bare.test(text);
}

/** Whether a key has begun in a text, and its END line is still to come. */
export function keyGoesOn(text: string): boolean {
  return /-----BEGIN/.test(text) && !/-----END [A-Z0-9 ]+-----/.test(text);
}

/** Why a text is no path of a key file, in words that follow the name of a flag or variable; undefined when it may be one. */
export function keyPathProblem(text: string): string | undefined {
  return looksLikeKey(text) ? 'must be the path of a key file, not the key itself' : undefined;
}
