/** What is used of the npm package clamscan 2.4.0, which carries no types. */
declare module 'clamscan' {
  import type { Duplex, Readable } from 'node:stream'

  export default class NodeClam {
    settings: {
      debugMode: boolean
      clamdscan: { socket: string | false; host: string | false; port: number | false }
    }
    /** `isInfected` is null when clamd gave no verdict; `resultString` is what it said. */
    scanStream(stream: Readable): Promise<{
      isInfected: boolean | null
      viruses: string[]
      resultString: string
    }>
    /** Opens the connection of one command. */
    _initSocket(label?: string): Promise<Duplex>
  }
}
