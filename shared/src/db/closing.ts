/** Which of a table's records are opened with a reason alone, by those who do not treat whom they are about. */
export interface Closing {
  /** True for them. */
  readonly column: string;
  /** Members of an answer that lists leave out of them. */
  readonly hidden: readonly string[];
}

/** While its branch treats the patient whom a record is about. */
export interface Treating {
  /** In these states, */
  readonly field?: string;
  readonly states?: readonly string[];
  /** and on the branch's day of this instant. */
  readonly today?: string;
}

/** Records each of which opens the record of a patient to one person for a while: how its columns say it. */
export interface Opening {
  /** To whom, */
  readonly by: string;
  /** until which instant, */
  readonly until: string;
  /** and why: the audit notes it with the making of the record. */
  readonly reason: string;
}

/** How a table's records are opened, and for whom its branch's work opens others. */
export interface Opened {
  readonly closing?: Closing;
  /**
   * Values that a list leaves out of what waits for somebody and is about such a patient, as members or members of members:
   * that it waits is still shown.
   */
  readonly withheld?: readonly string[];
  readonly treating?: readonly Treating[];
  readonly opening?: Opening;
}
