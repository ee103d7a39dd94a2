import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
} from "@peculiar/asn1-x509";
import { lanRanges, type LanNames } from "./lan-names.ts";

/** A certificate with its private key, both as PEM. */
export interface KeyedCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** From when until when a certificate is good, in milliseconds since the epoch; whole seconds are kept. */
export interface Lifetime {
  readonly from: number;
  readonly until: number;
}

const commonNameType = "2.5.4.3";
const ecdsaWithSha256 = "1.2.840.10045.4.3.2";

/** Bytes as the library takes them: an ArrayBuffer of exactly their length. */
function exactly(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

function named(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName });
  const attribute = new AttributeTypeAndValue({ type: commonNameType, value });
  return new Name([new RelativeDistinguishedName([attribute])]);
}

function extension(extnID: string, value: unknown, critical = false): Extension {
  const extnValue = new OctetString(AsnConvert.serialize(value));
  return new Extension({ extnID, critical, extnValue });
}

/** RFC 5280 4.2.1.2: the SHA-1 of the key's bits, a name for the key and no protection. */
function keyIdentifier(spki: SubjectPublicKeyInfo): KeyIdentifier {
  const bits = new Uint8Array(spki.subjectPublicKey);
  return new KeyIdentifier(exactly(createHash("sha1").update(bits).digest()));
}

/** A positive number of 127 random bits. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return exactly(bytes);
}

function inSeconds(epochMs: number): Date {
  return new Date(Math.floor(epochMs / 1000) * 1000);
}

interface NewKey {
  readonly privateKeyPem: string;
  readonly spki: SubjectPublicKeyInfo;
}

function newKey(): NewKey {
  const pair = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const spki = AsnConvert.parse(exactly(pair.publicKey), SubjectPublicKeyInfo);
  return { privateKeyPem: pair.privateKey, spki };
}

interface CertificateForm {
  readonly subject: Name;
  readonly issuer: Name;
  readonly spki: SubjectPublicKeyInfo;
  readonly lifetime: Lifetime;
  readonly extensions: readonly Extension[];
}

function signed(form: CertificateForm, signingKeyPem: string): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: form.issuer,
    subject: form.subject,
    validity: new Validity({
      notBefore: inSeconds(form.lifetime.from),
      notAfter: inSeconds(form.lifetime.until),
    }),
    subjectPublicKeyInfo: form.spki,
    extensions: new Extensions([...form.extensions]),
  });
  const toSign = new Uint8Array(AsnConvert.serialize(tbsCertificate));
  const signature = sign("sha256", toSign, createPrivateKey(signingKeyPem));
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue: exactly(signature),
  });
  const der = new Uint8Array(AsnConvert.serialize(certificate));
  return new X509Certificate(der).toString();
}

/** RFC 5280 4.2.1.10: with any name of a kind permitted, every other name of that kind is forbidden. */
function onlyFor(names: readonly string[]): NameConstraints {
  const bases = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...lanRanges.map(([address, length]) => new GeneralName({ iPAddress: `${address}/${length}` })),
  ];
  const permittedSubtrees = new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })));
  return new NameConstraints({ permittedSubtrees });
}

/**
 * Makes a branch's own certificate authority. By critical name constraints its certificates are good for these names and
 * for addresses of local networks only: whoever trusts it trusts it with nothing else.
 */
export function makeAuthority(
  commonName: string,
  names: readonly string[],
  lifetime: Lifetime,
): KeyedCertificate {
  const { privateKeyPem, spki } = newKey();
  const subject = named(commonName);
  const uses = new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign);
  const extensions = [
    extension(
      id_ce_basicConstraints,
      new BasicConstraints({ cA: true, pathLenConstraint: 0 }),
      true,
    ),
    extension(id_ce_keyUsage, uses, true),
    extension(id_ce_nameConstraints, onlyFor(names), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(spki))),
  ];
  const form = { subject, issuer: subject, spki, lifetime, extensions };
  return { certificatePem: signed(form, privateKeyPem), privateKeyPem };
}

function subjectNames({ names, addresses }: LanNames): SubjectAlternativeName {
  return new SubjectAlternativeName([
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...addresses.map((iPAddress) => new GeneralName({ iPAddress })),
  ]);
}

/** Makes a server's certificate with a key of its own, signed by an authority. */
export function issueCertificate(
  authority: KeyedCertificate,
  subject: LanNames,
  lifetime: Lifetime,
): KeyedCertificate {
  const der = new X509Certificate(authority.certificatePem).raw;
  const { tbsCertificate: issuer } = AsnConvert.parse(exactly(der), Certificate);
  const { privateKeyPem, spki } = newKey();
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, subjectNames(subject)),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(spki))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuer.subjectPublicKeyInfo) }),
    ),
  ];
  const form = {
    subject: named(subject.names[0] ?? "localhost"),
    issuer: issuer.subject,
    spki,
    lifetime,
    extensions,
  };
  return { certificatePem: signed(form, authority.privateKeyPem), privateKeyPem };
}

/** The names that an authority may speak for. @param certificatePem the authority's own */
export function permittedNames(certificatePem: string): readonly string[] {
  const der = exactly(new X509Certificate(certificatePem).raw);
  const { extensions } = AsnConvert.parse(der, Certificate).tbsCertificate;
  const found = extensions?.find(({ extnID }) => extnID === id_ce_nameConstraints);
  if (found === undefined) return [];
  const { permittedSubtrees } = AsnConvert.parse(found.extnValue, NameConstraints);
  return [...(permittedSubtrees ?? [])].flatMap(({ base }) => base.dNSName ?? []);
}
