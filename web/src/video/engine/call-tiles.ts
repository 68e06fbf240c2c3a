import type { Peer, PeerState } from '@saathi/contract/video/socket'
import type { Tile } from './call-snapshot.ts'
import type { PeerLink } from './peer.ts'

export type OwnSide = { peerId: string | null; state: PeerState; camera: MediaStream | null; screen: MediaStream | null }

/** The own tile uses the local state, which is ahead of the server. */
export const tilesOf = (
  people: readonly Peer[],
  links: ReadonlyMap<string, PeerLink>,
  own: OwnSide,
  isSpeaking: (peerId: string) => boolean,
): Tile[] =>
  people.map(({ peerId, userId, name, displayPicture, state }) => {
    const person = { peerId, userId, name, displayPicture, isSpeaking: isSpeaking(peerId) }
    if (peerId === own.peerId) {
      const { camera, screen } = own
      return { ...person, isMe: true, state: own.state, camera, screen, audio: null, connection: 'open' }
    }
    const link = links.get(peerId)
    return {
      ...person,
      isMe: false,
      state,
      camera: (state.camera && link?.streams.camera) || null,
      screen: (state.screen && link?.streams.screen) || null,
      audio: link?.streams.audio ?? null,
      connection: link?.connection() ?? 'connecting',
    }
  })
