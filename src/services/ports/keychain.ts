/**
 * The system keychain, one service (`tool`), one item per account. Every call ends within the host's time limit.
 * There is no search: only accounts that an index names are asked for.
 */
export interface Keychain {
  /** Whether it can be used at all, without reading a secret. */
  check(): Promise<KeychainStatus>;
  /** @returns undefined when there is no such item. @throws ToolError `storage` when locked, missing or not answering */
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** @returns whether there was such an item. */
  delete(account: string): Promise<boolean>;
}

export interface KeychainStatus {
  /** There is a keychain service. */
  available: boolean;
  /** It answers and is not locked. */
  accessible: boolean;
  /** What is wrong, in words. */
  reason?: string;
}
