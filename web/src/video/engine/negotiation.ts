import type { SignalData } from '@saathi/contract/video/socket'

type Description = Extract<SignalData, { description: unknown }>['description']

/** The reaction to a description: apply it, treat it as a request for our offer, or ignore it. */
export function reactionTo(
  type: Description['type'],
  { signalingState, isLater }: { signalingState: RTCSignalingState; isLater: boolean },
): 'take' | 'offer' | 'ignore' {
  if (type === 'answer') return signalingState === 'have-local-offer' ? 'take' : 'ignore'
  if (!isLater) return 'take'
  return signalingState === 'stable' ? 'offer' : 'ignore'
}

/** A changed fingerprint means that the peer recreated its connection and ours is dead. */
export const fingerprintOf = (sdp: string): string | undefined => /^a=fingerprint:(.+?)\s*$/m.exec(sdp)?.[1]

export type Negotiation = {
  /** The later peer sends an offer; the earlier peer requests one. */
  begin: () => Promise<void>
  receive: (data: SignalData) => Promise<void>
}

/**
 * Perfect negotiation: the later peer is impolite. The earlier peer never sets a local offer: it sends an offer only to request
 * one, and the later peer replies with its own. So no rollback is ever needed: Chromium 156 shows no remote video after a
 * rollback. Calls for a connection must be queued, so that its state is current when a signal is handled.
 */
export function negotiate(
  connection: RTCPeerConnection,
  options: { isLater: boolean; send: (data: SignalData) => void; prepareAnswer: () => Promise<void> },
): Negotiation {
  const early: RTCIceCandidateInit[] = []

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate) return
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
    options.send({ candidate: { candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment } })
  })

  async function describe(): Promise<void> {
    await connection.setLocalDescription()
    const created = connection.localDescription
    if (created?.type === 'offer' || created?.type === 'answer')
      options.send({ description: { type: created.type, sdp: created.sdp } })
  }

  async function begin(): Promise<void> {
    if (options.isLater) return describe()
    const { sdp } = await connection.createOffer({ iceRestart: true })
    if (sdp !== undefined) options.send({ description: { type: 'offer', sdp } })
  }

  async function receiveDescription(description: Description): Promise<void> {
    const reaction = reactionTo(description.type, { signalingState: connection.signalingState, isLater: options.isLater })
    if (reaction === 'ignore') return
    if (reaction === 'offer') {
      connection.restartIce()
      return describe()
    }
    await connection.setRemoteDescription(description)
    for (const candidate of early.splice(0)) await addCandidate(candidate)
    if (description.type === 'answer') return
    await options.prepareAnswer()
    await describe()
  }

  async function addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (connection.remoteDescription === null) {
      early.push(candidate)
      return
    }
    try {
      await connection.addIceCandidate(candidate)
    } catch {
      // The candidate belongs to a replaced offer or a closed connection; the others suffice.
    }
  }

  return {
    begin,
    receive: (data) => {
      if ('description' in data) return receiveDescription(data.description)
      const { usernameFragment, ...place } = data.candidate
      return addCandidate({ ...place, ...(typeof usernameFragment === 'string' && { usernameFragment }) })
    },
  }
}
