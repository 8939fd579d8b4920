import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificate {
  readonly file: string;
  readonly keyFile: string;
  readonly text: string;
}

/** A certificate that signs itself, for one name and a day. */
export function selfSigned(folder: string, name: string): Certificate {
  const file = join(folder, "certificate.pem");
  const keyFile = join(folder, "certificate-key.pem");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", keyFile];
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "1"];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", file, ...about], { stdio: "pipe" });
  return { file, keyFile, text: readFileSync(file, "utf8") };
}
