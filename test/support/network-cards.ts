import { LanCard, missingForCards } from "./lan-card.ts";
import { HubNetwork, missingForNetworks } from "./network.ts";

/**
 * Makes the network cards of software that a run needs before its first test, and takes them away after the last: a browser
 * gives up whatever it is fetching when its machine gets a card or loses one.
 */
export function setup(): () => void {
  const hub = missingForNetworks() === null ? HubNetwork.make() : null;
  const card = missingForCards() === null ? LanCard.make() : null;
  return () => {
    hub?.remove();
    card?.remove();
  };
}
