/**
 * Families of drugs: who is allergic to one member may be to the others. By the words that people write as an allergy, with
 * the beginnings of their members' generic names; a list to be warned by, not one to rely on.
 */
export const drugClasses: readonly {
  readonly names: readonly string[];
  readonly members: readonly string[];
}[] = [
  {
    names: ["penicillin", "penicillins"],
    members: [
      "amoxicillin",
      "amoxycillin",
      "ampicillin",
      "benzylpenicillin",
      "phenoxymethylpenicillin",
      "cloxacillin",
      "dicloxacillin",
      "flucloxacillin",
      "piperacillin",
      "benzathine",
    ],
  },
  {
    names: ["cephalosporin", "cephalosporins"],
    members: [
      "cefixime",
      "cefuroxime",
      "ceftriaxone",
      "cefotaxime",
      "cefpodoxime",
      "cephalexin",
      "cefalexin",
      "cefadroxil",
      "ceftazidime",
      "cefepime",
      "cefoperazone",
    ],
  },
  {
    names: ["sulfa", "sulpha", "sulfonamide", "sulfonamides", "sulphonamide", "sulphonamides"],
    members: [
      "sulfamethoxazole",
      "sulphamethoxazole",
      "cotrimoxazole",
      "sulfadiazine",
      "sulfasalazine",
      "sulfadoxine",
    ],
  },
  {
    names: ["nsaid", "nsaids"],
    members: [
      "ibuprofen",
      "diclofenac",
      "aceclofenac",
      "naproxen",
      "ketorolac",
      "mefenamic",
      "indomethacin",
      "piroxicam",
      "etoricoxib",
      "nimesulide",
      "aspirin",
      "acetylsalicylic",
    ],
  },
  {
    names: ["quinolone", "quinolones", "fluoroquinolone", "fluoroquinolones"],
    members: ["ciprofloxacin", "levofloxacin", "ofloxacin", "norfloxacin", "moxifloxacin"],
  },
  {
    names: ["macrolide", "macrolides"],
    members: ["azithromycin", "erythromycin", "clarithromycin", "roxithromycin"],
  },
  {
    names: ["tetracycline", "tetracyclines"],
    members: ["doxycycline", "minocycline", "oxytetracycline"],
  },
  {
    names: ["opioid", "opioids", "opiate", "opiates"],
    members: ["morphine", "codeine", "tramadol", "fentanyl", "pethidine", "buprenorphine"],
  },
  {
    names: ["statin", "statins"],
    members: ["atorvastatin", "rosuvastatin", "simvastatin", "pravastatin"],
  },
];
