import type {Http} from './http.ts';

/** An embedded store that answers without a network: the one behind `--sandbox`. */
export interface EmbeddedSandbox {
  http: Http;
  /** Holds `config.json` with the profile `sandbox`, and its key. Absolute. */
  configDirectory: string;
}

/** Options of `tool sandbox`. */
export interface SandboxOptions {
  port?: number;
  data?: string;
  publicUrl?: string;
  latencyMs?: number;
  failRate?: number;
  apps?: number;
  versions?: number;
  /** How long each step of a review takes. */
  reviewSeconds?: number;
  /** How long a day of a phased release takes. */
  daySeconds?: number;
}

export interface SandboxPort {
  /** The fixed origin that the embedded store's links carry. */
  readonly origin: string;
  /** Opens (and on first use fills) the embedded store under `<home>/.tool/sandbox/`; `warn` gets what is odd about it. */
  embedded(warn: (text: string) => void): Promise<EmbeddedSandbox>;
  /** Serves until `signal` aborts; `announce` gets the text for stdout once, when it listens. */
  serve(options: SandboxOptions, announce: (text: string) => Promise<void>, signal: AbortSignal): Promise<void>;
}
