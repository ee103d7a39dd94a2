import { makeSymbol, quietZone } from "./symbol.ts";

/** A QR code as an SVG picture of black modules on white, its quiet zone included. Throws SlipError `qr_too_long`. */
export function qrSvg(content: string): string {
  const { columns, rows, cells } = makeSymbol({ kind: "qr", content });
  const { across, down } = quietZone("qr");
  const dark = cells.flatMap((cell, index) =>
    cell === 1
      ? [`M${(index % columns) + across} ${Math.floor(index / columns) + down}h1v1h-1z`]
      : [],
  );
  const [width, height] = [columns + 2 * across, rows + 2 * down];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges">` +
    `<rect width="${width}" height="${height}" fill="#fff"/><path d="${dark.join("")}"/></svg>`
  );
}
