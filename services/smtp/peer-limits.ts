/** Counts what SMTP peers have in use, in all and per network: connections, and bytes of mail being received. */
import { limits } from '../../shared/domain/limits.ts'
import { networkOf } from '../../shared/domain/network.ts'

/** Bytes in memory, and how many there may be. */
export interface Buffered {
  bytes: number
  readonly max: number
}

/** A peer is its IPv4 address or its IPv6 /64, of which one caller has all addresses. */
export class PeerLimits {
  readonly #all: number
  readonly #each: number
  readonly #peers = new Map<string, { connections: number; buffered: Buffered }>()
  readonly #buffered: Buffered = { bytes: 0, max: limits.smtpBufferedBytes }
  #total = 0

  /** At most `all` connections, `each` of one peer. */
  constructor(all: number, each: number) {
    this.#all = all
    this.#each = each
  }

  /** Bytes of all peers. */
  get bytes(): number {
    return this.#buffered.bytes
  }

  /** Counts a connection in; false, and not counted, where there is no room. */
  enter(address: string): boolean {
    if (this.#peers.size > 2 * this.#all) this.#forget()
    const network = networkOf(address)
    const peer = this.#peers.get(network) ?? {
      connections: 0,
      buffered: { bytes: 0, max: limits.smtpBufferedBytesPerPeer },
    }
    if (this.#total >= this.#all || peer.connections >= this.#each) return false
    this.#total++
    peer.connections++
    this.#peers.set(network, peer)
    return true
  }

  /** Counts a connection out; its mail may still be held, and counts for the peer's next one. */
  leave(address: string): void {
    const network = networkOf(address)
    const peer = this.#peers.get(network)
    if (peer === undefined) return
    peer.connections--
    this.#total--
    if (peer.connections === 0 && peer.buffered.bytes === 0) this.#peers.delete(network)
  }

  /** The counts that the mail of a connected peer goes into. */
  buffered(address: string): Buffered[] {
    const peer = this.#peers.get(networkOf(address))
    return peer === undefined ? [this.#buffered] : [this.#buffered, peer.buffered]
  }

  /** Lets go of peers that left while their mail was held, and hold none by now. */
  #forget(): void {
    for (const [network, { connections, buffered }] of this.#peers)
      if (connections === 0 && buffered.bytes === 0) this.#peers.delete(network)
  }
}
