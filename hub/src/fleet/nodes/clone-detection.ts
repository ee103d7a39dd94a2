/**
 * What a machine has to show with its next handshake, as the hub remembers it: first what it showed last, then all that it
 * was given in answer to that. Each answer that was lost is followed by another one; the machine shows the one that came.
 */
type Chain = readonly string[];

/** What the hub remembers of one installation of a node. */
export interface HandshakeChains {
  /** Of the machine that is at work; empty where nothing is known yet, and anything is taken. */
  readonly current: Chain;
  /** Of an older state that spoke once: one that was put back, a copy, or a handshake that was long on its way. */
  readonly older: Chain;
  /** What was given to the machine that another one has followed: whoever shows it is a second one at work. */
  readonly lost: Chain;
}

/** What a handshake says of the machine that it comes from. */
export interface HandshakeJudgement {
  readonly verdict: "own" | "stale" | "clone";
  readonly chains: HandshakeChains;
}

/** An installation of which nothing is known. */
export const unknownChains: HandshakeChains = { current: [], older: [], lost: [] };

// What a machine shows that was given nothing yet.
const none = "-";
const longest = 9;

function goneOn(chain: Chain, shown: string, next: string): Chain {
  // Shown once more, its answer was lost; what was given in answer to something else is not its own.
  const given = chain[0] === shown ? chain.slice(1) : [];
  return [shown, ...given.slice(1 - longest), next];
}

/**
 * Judges a handshake by what it shows. An older state alone is answered that it is one and changes nothing for the machine at
 * work, because nobody may be there who hears the answer. When it shows what it was given then, it is alive: it is the
 * node from there on, and the other one is a clone if it ever speaks again.
 * @param shown what the handshake shows, null for nothing yet @param next what its answer gives
 */
export function judgeHandshake(
  chains: HandshakeChains,
  shown: string | null,
  next: string,
): HandshakeJudgement {
  const mark = shown ?? none;
  const { current, older, lost } = chains;
  if (lost.includes(mark)) return { verdict: "clone", chains };
  if (current.length === 0 || current.includes(mark))
    return { verdict: "own", chains: { ...chains, current: goneOn(current, mark, next) } };
  if (older[0] === mark)
    return { verdict: "stale", chains: { ...chains, older: goneOn(older, mark, next) } };
  if (!older.includes(mark))
    return { verdict: "stale", chains: { ...chains, older: [mark, next] } };
  const left = current.filter((one) => one !== none);
  return {
    verdict: "own",
    chains: { current: [mark, next], older: [], lost: [...lost, ...left].slice(-4 * longest) },
  };
}

/** A chain as its column holds it. */
export function chainText(chain: Chain): string {
  return chain.join(" ");
}

/** A chain from its column. */
export function chainOf(text: string | null): Chain {
  return text === null || text === "" ? [] : text.split(" ");
}
