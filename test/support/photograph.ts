import { makeSymbol, quietZone, type SymbolSpec } from "@edgeward/devices/code/symbol.ts";
import type { Picture } from "@edgeward/branch-node/ui/scan/read-picture.ts";

/** How a picture of a code was taken. */
export interface Shot {
  /** Of the symbol in the picture, in degrees. */
  readonly turned: number;
  /** How much narrower the far side is than the near one, 0 to 0.5. */
  readonly tilted: number;
  /** Radius of the blur in pixels. */
  readonly blurred: number;
  /** The largest noise, in grey values of 255. */
  readonly noisy: number;
  /** How much darker one corner is than the other, 0 to 0.8. */
  readonly shaded: number;
  /** Decides the noise. */
  readonly seed: number;
}

const modulePixels = 7;
const barModulePixels = 5;
const barPixels = 200;

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
}

/** The symbol as it is printed: dark 25, light 235, with its quiet zone. */
function printed(spec: SymbolSpec): Grey {
  const { columns, rows, cells } = makeSymbol(spec);
  const { across, down } = quietZone(spec.kind);
  const scale = rows === 1 ? barModulePixels : modulePixels;
  const rowPixels = rows === 1 ? barPixels : scale;
  const margin = { x: across * scale, y: Math.max(down * scale, 20) };
  return {
    width: columns * scale + 2 * margin.x,
    height: rows * rowPixels + 2 * margin.y,
    at: (x, y) => {
      const column = Math.floor((x - margin.x) / scale);
      const row = Math.floor((y - margin.y) / rowPixels);
      const isInside = column >= 0 && column < columns && row >= 0 && row < rows;
      return isInside && cells[row * columns + column] === 1 ? 25 : 235;
    },
  };
}

/** The symbol on a table, seen from the side, turned. */
function seen(symbol: Grey, shot: Shot): Grey {
  const size = Math.ceil(Math.hypot(symbol.width, symbol.height) * 1.15);
  const angle = (shot.turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (x: number, y: number) => {
    const [dx, dy] = [x - size / 2, y - size / 2];
    const turned = { x: dx * cos + dy * sin, y: dy * cos - dx * sin };
    // What is farther up is farther away, and smaller.
    const depth = 1 - shot.tilted * (0.5 - (turned.y + symbol.height / 2) / symbol.height);
    const [u, v] = [
      turned.x / depth + symbol.width / 2,
      turned.y / (1 - shot.tilted / 4) + symbol.height / 2,
    ];
    const isPaper = u >= 0 && u < symbol.width && v >= 0 && v < symbol.height;
    return isPaper ? symbol.at(u, v) : 150;
  };
  return { width: size, height: size, at };
}

function blurred(source: Float32Array, size: number, radius: number): Float32Array {
  if (radius === 0) return source;
  const result = new Float32Array(source.length);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y - radius); v <= Math.min(size - 1, y + radius); v += 1) {
        for (let u = Math.max(0, x - radius); u <= Math.min(size - 1, x + radius); u += 1) {
          sum += source[v * size + u] ?? 0;
          count += 1;
        }
      }
      result[y * size + x] = sum / count;
    }
  }
  return result;
}

/** A photograph of a code as a bad camera takes it in bad light; the same for the same shot. */
export function photograph(spec: SymbolSpec, shot: Shot): Picture {
  const view = seen(printed(spec), shot);
  const size = view.width;
  const raw = new Float32Array(size * size);
  for (let index = 0; index < raw.length; index += 1) {
    raw[index] = view.at((index % size) + 0.5, Math.floor(index / size) + 0.5);
  }
  const soft = blurred(raw, size, shot.blurred);
  const random = randomFrom(shot.seed);
  const data = new Uint8ClampedArray(size * size * 4);
  for (let index = 0; index < soft.length; index += 1) {
    const distance = (index % size) / size + Math.floor(index / size) / size;
    const light = 1 - (shot.shaded * distance) / 2;
    const grey = (soft[index] ?? 0) * light + (random() * 2 - 1) * shot.noisy;
    data.set([grey, grey, grey, 255], index * 4);
  }
  return { data, width: size, height: size };
}
