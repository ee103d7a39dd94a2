/** The JSON text of a value, for whoever keeps or hashes it, where it has been made already. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}
