import * as z from "zod";

const parameterShape = z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() });
const operationShape = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), z.unknown()),
  parameters: z.array(parameterShape).default([]),
  /** Where others than the document's own callers are meant, or nobody in particular. */
  security: z.array(z.unknown()).optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
    .optional(),
});
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
});

/** One endpoint of a document. */
export interface Door {
  readonly method: string;
  readonly path: string;
  readonly operation: z.output<typeof operationShape>;
}

/** Every endpoint of an OpenAPI document. */
export function doorsOf(document: unknown): readonly Door[] {
  const { paths } = documentShape.parse(document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Door => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}
