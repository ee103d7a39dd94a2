import { describe, expect, test } from "vitest";
import { medicineLine, type MedicineLine } from "./medicine-line.ts";

/** What a line says in short: the fields that most lines are about. */
function read(typed: string): string {
  const line = medicineLine(typed);
  if (line === null) return "nothing";
  const { name, strength, dose, doseUnit, frequency, days, instructions } = line;
  return [name, strength, `${dose ?? "?"} ${doseUnit}`, frequency, days ?? "-", instructions].join(
    "|",
  );
}

function fields(typed: string): Partial<MedicineLine> {
  return medicineLine(typed) ?? {};
}

describe("a medicine typed in one line", () => {
  test.each([
    ["para 500 bd 5", "Paracetamol|500 mg|1 tablet|bd|5|"],
    ["PARA 500 BD 5", "Paracetamol|500 mg|1 tablet|bd|5|"],
    ["amoxicillin 500 tds 7 after food", "Amoxicillin|500 mg|1 capsule|tds|7|after food"],
    ["ors sos", "Oral rehydration salts||1 sachet|sos|-|"],
    ["syr ibugesic 5 ml tds 3", "Ibugesic||5 ml|tds|3|"],
    ["Tab. Dolo 650 1-0-1 x5d", "Dolo|650 mg|1 tablet|bd|5|"],
    ["pan 40 od 10 days before food", "Pan|40 mg|1 tablet|od|10|before food"],
    ["metformin 500 bd for 5 days", "Metformin|500 mg|1 tablet|bd|5|"],
    ["azee 500 od x 3", "Azee|500 mg|1 tablet|od|3|"],
    ["cetirizine 10mg hs 5/7", "Cetirizine|10 mg|1 tablet|hs|5|"],
    ["alprax 0.25 hs 2/52", "Alprax|0.25 mg|1 tablet|hs|14|"],
    ["glycomet 500 bd 1 month pc", "Glycomet|500 mg|1 tablet|bd|30|after food"],
    ["envas 5 od 2 weeks", "Envas|5 mg|1 tablet|od|14|"],
    ["crocin 650 1/2 tab tds 3", "Crocin|650 mg|0.5 tablet|tds|3|"],
    ["crocin 650 half tds 3", "Crocin|650 mg|0.5 tablet|tds|3|"],
    ["crocin 650 ½ tds 3", "Crocin|650 mg|0.5 tablet|tds|3|"],
    ["wysolone 10 1½ od 5", "Wysolone|10 mg|1.5 tablet|od|5|"],
    ["amlong 5 1/2-0-1/2 30", "Amlong|5 mg|0.5 tablet|bd|30|"],
    ["para 500 2 stat", "Paracetamol|500 mg|2 tablet|stat|-|"],
    ["vitamin d3 60k weekly 8 weeks", "Vitamin d3|60000 IU|1 tablet|weekly|56|"],
    ["thyronorm 50 od 30 ac", "Thyronorm|50 mcg|1 tablet|od|30|before food"],
    ["ecosprin 75 alternate days 30", "Ecosprin|75 mg|1 tablet|alternate_days|30|"],
    ["para 500 6 hourly 3", "Paracetamol|500 mg|1 tablet|q6h|3|"],
    ["para 500 q8h 3 d", "Paracetamol|500 mg|1 tablet|q8h|3|"],
    ["para 500 twice a day 5 days", "Paracetamol|500 mg|1 tablet|bd|5|"],
    ["para 500 thrice daily for 5", "Paracetamol|500 mg|1 tablet|tds|5|"],
    ["para 500, tds, 5, after food", "Paracetamol|500 mg|1 tablet|tds|5|after food"],
    ["  para   500   bd   5  ", "Paracetamol|500 mg|1 tablet|bd|5|"],
    ["para", "Paracetamol||1 tablet||-|"],
    ["septran 80/400 bd 5", "Septran|80/400 mg|1 tablet|bd|5|"],
    ["alprax .5 hs 5", "Alprax|0.5 mg|1 tablet|hs|5|"],
    ["alprax 1.0 mg hs 5", "Alprax|1 mg|1 tablet|hs|5|"],
    ["calcirol 60,000 iu weekly 8 weeks", "Calcirol|60000 IU|1 tablet|weekly|56|"],
    ["para 500 bd5", "Paracetamol|500 mg|1 tablet|bd|5|"],
    ["para bd 2/52", "Paracetamol||1 tablet|bd|14|"],
    ["aten 50 mg od x 30 days", "Aten|50 mg|1 tablet|od|30|"],
  ])("%s", (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  test.each([
    ["syr para 250/5 5ml tds 3", "Paracetamol|250 mg/5 ml|5 ml|tds|3|"],
    ["syp mox 125mg/5ml 1 tsp tds 5", "Mox|125 mg/5 ml|5 ml|tds|5|"],
    ["para 120 mg/5 ml 15 mg/kg qid 3", "Paracetamol|120 mg/5 ml|15 mg_per_kg|qid|3|"],
    ["syr cyp 10 bd 5", "Cyp||10 ml|bd|5|"],
    ["syr cough bd 5", "Cough||? ml|bd|5|"],
    ["asthalin inhaler 2 puffs sos", "Asthalin||2 puff|sos|-|"],
    ["inj monocef 1 gm iv bd 3", "Monocef|1 g|1 ampoule|bd|3|"],
    ["eye drops moxiflox 0.5% 1 drop tds 5", "Moxiflox|0.5%|1 drop|tds|5|"],
    ["insulin inj 10 units bd 30", "Insulin||10 unit|bd|30|"],
    ["betnovate cream bd 7 locally", "Betnovate||1 application|bd|7|"],
  ])("of a liquid or another form: %s", (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  test("keeps what stands for morning, noon and evening", () => {
    expect(read("para 500 1-1-1 5")).toBe("Paracetamol|500 mg|1 tablet|tds|5|");
    expect(read("para 500 2-2-2-2 x3d")).toBe("Paracetamol|500 mg|2 tablet|qid|3|");
    expect(read("atorva 10 0-0-1 30")).toBe("Atorvastatin|10 mg|1 tablet|hs|30|");
    expect(read("telma 40 1-0-0 30")).toBe("Telma|40 mg|1 tablet|od|30|1-0-0");
    expect(read("telma 40 0-1-0 30")).toBe("Telma|40 mg|1 tablet|od|30|0-1-0");
    expect(fields("para 500 2-0-1 5")).toMatchObject({
      frequency: "custom",
      customText: "2-0-1",
      dose: 1,
      days: 5,
    });
    expect(read("para 500 0-0-0 5")).toBe("Paracetamol|500 mg|5 tablet||-|0-0-0");
  });

  test("knows what is taken when it is needed, and how many of it", () => {
    expect(fields("para 500 sos 10")).toMatchObject({
      frequency: "sos",
      asNeeded: true,
      quantity: 10,
      days: null,
    });
    expect(fields("para 500 sos tds 5")).toMatchObject({
      frequency: "tds",
      asNeeded: true,
      days: 5,
      quantity: null,
    });
    expect(fields("para 500 tds sos 5")).toMatchObject({
      frequency: "tds",
      asNeeded: true,
      days: 5,
    });
  });

  test("takes how many are dispensed where they are counted", () => {
    expect(fields("para 500 bd 10 tabs")).toMatchObject({ dose: 1, quantity: 10 });
    expect(fields("para 500 bd 1 tab 5")).toMatchObject({ dose: 1, quantity: null, days: 5 });
    expect(fields("para 500 bd 5 #12")).toMatchObject({ days: 5, quantity: 12 });
  });

  test("leads a short name to the generic one, and leaves a brand beside it", () => {
    expect(fields("amox 500 tds 5")).toMatchObject({ name: "Amoxicillin", generic: "Amoxicillin" });
    expect(fields("mox 500 tds 5")).toMatchObject({ name: "Mox", generic: "Amoxicillin" });
    expect(fields("taxim-o 200 bd 5")).toMatchObject({ name: "Taxim-o", generic: "Cefixime" });
    // Another medicine than Pan: it is not called pantoprazole.
    expect(fields("pan d od 5")).toMatchObject({ name: "Pan d", generic: "Pan d" });
  });

  test("says how it is given where the form or the line does, and leaves it open where neither does", () => {
    expect(fields("para 500 bd 5").route).toBe("oral");
    expect(fields("inj monocef 1g iv bd 3").route).toBe("iv");
    expect(fields("inj monocef 1g bd 3").route).toBe("");
    expect(fields("eye drops moxiflox 1 drop tds 5").route).toBe("ophthalmic");
    expect(fields("moxiflox ear drops 2 drops tds 5").route).toBe("otic");
    expect(fields("moxiflox drops 2 drops tds 5").route).toBe("");
  });

  test("drops nothing that it does not understand", () => {
    expect(read("augmentin 625 duo bd 5 with milk")).toBe(
      "Augmentin|625 mg|1 tablet|bd|5|duo with milk",
    );
    expect(read("para 500 bd 900")).toBe("Paracetamol|500 mg|1 tablet|bd|-|900");
    expect(read("para 500 bd 5 tds")).toBe("Paracetamol|500 mg|1 tablet|bd|5|tds");
    expect(read("para 500 bd 5 7")).toBe("Paracetamol|500 mg|1 tablet|bd|5|7");
  });

  test.each(["", "   ", "tab", " , ; "])("is none without a name: '%s'", (typed) => {
    expect(medicineLine(typed)).toBeNull();
  });
});
