import { southernCity, westernCity, type Community } from "./names.ts";

/** A quarter of a town. */
export interface Quarter {
  readonly name: string;
  readonly postalCode: string;
}

/** A town whose people the demo invents. */
export interface DemoTown {
  readonly city: string;
  readonly district: string;
  readonly state: string;
  /** Begins the numbers of the clinic's old paper register. */
  readonly registerCode: string;
  readonly communities: readonly Community[];
  readonly quarters: readonly Quarter[];
  readonly streets: readonly string[];
}

function quarters(text: string): readonly Quarter[] {
  return text
    .trim()
    .split(/\s*,\s*/u)
    .map((entry) => {
      const [, name = "", postalCode = ""] = /^(.*) (\d{6})$/u.exec(entry) ?? [];
      return { name, postalCode };
    });
}

const maharashtra = { state: "Maharashtra", communities: westernCity } as const;

/** The towns of the demo. */
export const demoTowns = {
  pune: {
    ...maharashtra,
    city: "Pune",
    district: "Pune",
    registerCode: "PN",
    quarters:
      quarters(`Kothrud 411038, Shivajinagar 411005, Hadapsar 411028, Aundh 411007, Kasba Peth 411011,
      Bibwewadi 411037, Yerawada 411006, Baner 411045, Dhankawadi 411043, Camp 411001`),
    streets: [
      "Karve Road",
      "Paud Road",
      "Lakshmi Road",
      "Sinhagad Road",
      "Satara Road",
      "Ganeshkhind Road",
    ],
  },
  nashik: {
    ...maharashtra,
    city: "Nashik",
    district: "Nashik",
    registerCode: "NS",
    quarters: quarters(`Panchavati 422003, Gangapur Road 422013, Satpur 422007, Indira Nagar 422009,
      Nashik Road 422101, Cidco 422008, Old Nashik 422001, Deolali 422401`),
    streets: ["Trimbak Road", "College Road", "Mumbai Naka", "Ashok Stambh Marg", "Dindori Road"],
  },
  chennai: {
    city: "Chennai",
    district: "Chennai",
    state: "Tamil Nadu",
    registerCode: "CH",
    communities: southernCity,
    quarters: quarters(
      "Mylapore 600004, Adyar 600020, Anna Nagar 600040, T Nagar 600017, Velachery 600042",
    ),
    streets: ["Kutchery Road", "Luz Church Road", "Second Avenue", "Usman Road"],
  },
} as const satisfies Readonly<Record<string, DemoTown>>;
