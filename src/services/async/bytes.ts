/** Collects chunks in one growing buffer, because separate chunks of one byte take a hundred times their size. */
export class Bytes {
  #buffer: Uint8Array = new Uint8Array();
  length = 0;

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (this.length === 0) this.#buffer = piece;
    else {
      if (length > this.#buffer.length) {
        const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.length, 16 * 1024));
        grown.set(this.toBuffer());
        this.#buffer = grown;
      }
      this.#buffer.set(piece, this.length);
    }
    this.length = length;
  }

  toBuffer(): Buffer {
    const {buffer, byteOffset} = this.#buffer;
    return Buffer.from(buffer, byteOffset, this.length);
  }
}
