/** What the tool and its keychain helper say to each other: one line of JSON each way, over the helper's stdin and stdout. */

export type KeychainRequest = {
  /** A prompt of the keychain may be answered by a person. */
  interactive: boolean;
} & (
  | {operation: 'check'}
  | {operation: 'get' | 'delete'; account: string}
  | {operation: 'set'; account: string; secret: string}
);

export type KeychainReply =
  /** The secret for `get`, whether there was one for `delete`. */
  | {ok: true; value?: string | boolean}
  /** `reason` follows the words "the system keychain", e.g. `is locked`. */
  | {ok: false; available: boolean; reason: string};

/** The service that all items of the tool belong to. */
export const SERVICE = 'tool';
