import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Migrations that stand in databases out there, with the SHA-256 of their text. A change to one of them would reach new
 * installations only: what has to change is the next numbered file. A release adds its own lines here.
 */
const released = {
  "hub/src/db/migrations/0001-foundation.sql":
    "32b79d563f5ca98865bb03af30139407794e82b6bf2e93e0799eeac45dfa3438",
  "hub/src/db/migrations/0002-devices.sql":
    "cdfa8b080f92c382d4c06fcea8afc54da248ca20c548d880eca60beeed58f259",
  "hub/src/db/migrations/0003-audit-subjects.sql":
    "0cf01e1da4d118765c48cfe98f4ef95f98e5f7d52b0cd7c1b07b490663f313ca",
  "hub/src/db/migrations/0004-hub-state.sql":
    "902825e9f2ba4dc90c8f51edb51a3d665875e5aec12a176f3483ec412449c815",
  "hub/src/db/migrations/0005-print-templates.sql":
    "56310d74e05c152091fc2d6f3a6b8dc187a06c5c9a2fbacaffbda89b6854b4f5",
  "hub/src/db/migrations/0006-print-turns.sql":
    "4bbddfc490d21d4b7467803e47fefb23964933f3ecdadd323d1c7c95a9409820",
  "hub/src/db/migrations/0007-grant-requests.sql":
    "239badf225ef7001f505c1925e4e37206c313433d313fb2860aa335d5064b6df",
  "hub/src/db/migrations/0008-print-faults.sql":
    "a29c914dee4bcebfb97e33f067381489c98832f6ed79f5850777d2732e1c06e5",
  "hub/src/db/migrations/0011-search-keys-once.sql":
    "5ffda8487cf6717a9ad0b9993b33dade3778ac8ed7cec6238c1d53d793f28580",
  "hub/src/db/migrations/0012-greetings.sql":
    "196435e314730758dd75b39b9a3c96bd6c06179f56a2db0c50f9ffe13a85b654",
  "hub/src/db/migrations/0013-specimen-keys.sql":
    "7dec9da6c08bf472ec0e0046d37a318ea4a6071f1624c41b0221a856d0043fa9",
  "branch-node/src/db/migrations/0001-foundation.sql":
    "dc65fc9022dc80757bff19320ceff3a7e9e23e1e24b363ad7580b7bf3c11ce0b",
  "branch-node/src/db/migrations/0002-devices.sql":
    "c5ac87870bcdf0f5b3b118118d9c7ba667a0b1c3c3adb4a9f7f1f8890c341744",
  "branch-node/src/db/migrations/0003-audit-subjects.sql":
    "0086c42b95d93dc7c55824c3c4025b022ce0c056bf8f6243d723a7bb16f80d82",
  "branch-node/src/db/migrations/0005-print-templates.sql":
    "7a0d90311d34f3dca995a6e9735e8121a65976d525685a6c4f65516ccabd67d8",
  "branch-node/src/db/migrations/0006-print-turns.sql":
    "4bbddfc490d21d4b7467803e47fefb23964933f3ecdadd323d1c7c95a9409820",
  "branch-node/src/db/migrations/0007-grant-requests.sql":
    "18538591c659647d0fa2eaa3f727ff21401011dd0dd68e69639abed33f1b5ee8",
  "branch-node/src/db/migrations/0008-print-faults.sql":
    "c7d719057470c367130ce0290a2283be3275b9aab9654d4c82e6b2983d8a0ead",
  "branch-node/src/db/migrations/0009-search-keys-once.sql":
    "de220ab93a6862017d030d7530c209e91e003dc77c98aa537ee3bdc4c6b50d22",
  "branch-node/src/db/migrations/0010-fewer-pages.sql":
    "5f86b66660ec482b823ef7ab785ba3db35d8b01b0ffd8fb80db316d5405ed37f",
  "branch-node/src/db/migrations/0011-specimen-keys.sql":
    "e7b0c2e329a184ebace855c3f65e7ba96851adc324e1b735b6dc0572f0839ace",
};

test.each(Object.entries(released))("%s is what was released", (path, hash) => {
  const text = readFileSync(join(root, path));
  expect(createHash("sha256").update(text).digest("hex")).toBe(hash);
});
