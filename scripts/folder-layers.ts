/** An import as the graph of the sources has it; both are paths of files. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

// The desk is one folder until it has rooms; the resources of /v1 reach each other by their commands.
const layered = /^(?:shared|hub|branch-node)\/src\//u;
const wholes = ["branch-node/src/ui/desk", "shared/src/clinical"];

function folderOf(file: string): string {
  const whole = wholes.find((folder) => file.startsWith(`${folder}/`));
  return whole ?? file.slice(0, file.lastIndexOf("/"));
}

type Graph = ReadonlyMap<string, Map<string, FileImport>>;

function graphOf(imports: readonly FileImport[]): Graph {
  const graph = new Map<string, Map<string, FileImport>>();
  for (const one of imports) {
    if (!layered.test(one.from) || !layered.test(one.to)) continue;
    const [from, to] = [folderOf(one.from), folderOf(one.to)];
    if (from === to) continue;
    const below = graph.get(from) ?? new Map<string, FileImport>();
    graph.set(from, below.set(to, below.get(to) ?? one));
  }
  return graph;
}

/** The first round that a walk from a folder comes to, as the imports that make it; none where all ways end. */
function roundFrom(
  graph: Graph,
  folder: string,
  way: readonly string[],
  ended: Set<string>,
): readonly FileImport[] {
  if (ended.has(folder)) return [];
  const begin = way.indexOf(folder);
  if (begin >= 0) {
    const round = [...way.slice(begin), folder];
    return round.slice(1).flatMap((to, at) => graph.get(round[at] ?? "")?.get(to) ?? []);
  }
  for (const below of graph.get(folder)?.keys() ?? []) {
    const round = roundFrom(graph, below, [...way, folder], ended);
    if (round.length > 0) return round;
  }
  ended.add(folder);
  return [];
}

function firstRound(graph: Graph): readonly FileImport[] {
  const ended = new Set<string>();
  for (const folder of graph.keys()) {
    const round = roundFrom(graph, folder, [], ended);
    if (round.length > 0) return round;
  }
  return [];
}

/**
 * The rounds of folders that import each other, each as one import for each of its steps; none where folders form layers.
 * What a round is closed by counts no longer when the next is looked for, so that each is named once.
 */
export function folderRounds(imports: readonly FileImport[]): readonly (readonly FileImport[])[] {
  const graph = graphOf(imports);
  const rounds: (readonly FileImport[])[] = [];
  for (;;) {
    const round = firstRound(graph);
    const last = round.at(-1);
    if (last === undefined) return rounds;
    rounds.push(round);
    graph.get(folderOf(last.from))?.delete(folderOf(last.to));
  }
}
