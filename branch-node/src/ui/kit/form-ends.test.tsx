import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormEnds } from "./form-ends.tsx";

function textsOf(markup: string): readonly string[] {
  return [...markup.matchAll(/<button[^>]*>([^<]*)/gu)].map(([, text]) => text ?? "");
}

test("what a form does comes first and leaving it last, with whatever else there is between them", () => {
  const ends = (
    <FormEnds action="Save" leave="Cancel" onLeave={() => {}}>
      <button type="button">Print</button>
    </FormEnds>
  );
  expect(textsOf(renderToStaticMarkup(ends))).toEqual(["Save", "Print", "Cancel"]);
});

test("where nothing more is to be done there is leaving alone", () => {
  const markup = renderToStaticMarkup(<FormEnds leave="Close" onLeave={() => {}} />);
  expect(textsOf(markup)).toEqual(["Close"]);
});
