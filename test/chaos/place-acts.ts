import { Broken } from "./broken.ts";
import { callBranch, callHub } from "./endpoints.ts";
import { picked } from "./money-acts.ts";
import type { Scene } from "./scene.ts";
import { ownPlaces } from "./stock-acts.ts";

const bodies = [{ name: "Shelf by the door" }, { status: "inactive" }, { status: "active" }];

/** A place of goods is renamed, put out of use or taken into use by its branch; the hub and other branches leave it as it is. */
export async function changePlace({ hub, station, stations, at, one, two }: Scene): Promise<void> {
  const place = picked(await ownPlaces(station.branch), one);
  if (place === undefined) return;
  const asked = {
    method: "PUT",
    path: "/v1/stock-locations/{id}",
    id: place.id,
    body: picked(bodies, one + two) ?? {},
  } as const;
  const { status, code } = await callBranch(station, asked);
  if (status !== 200) throw new Broken(2, `${place.id} is not changed at its branch: ${code}`);
  const other = stations[(at + 1) % stations.length] ?? station;
  const elsewhere = [
    await callHub(hub, asked, station.node.branchId),
    ...(other === station ? [] : [await callBranch(other, asked)]),
  ];
  if (elsewhere.some(({ code: refused }) => refused === null))
    throw new Broken(10, `${place.id} is changed elsewhere than at its branch`);
}
