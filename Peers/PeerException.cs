using System;

namespace SfPerf.Peers;

/// <summary>A peer cannot be measured: it is not reached, refuses us, or does not promise what was demanded. The
/// message says what to change.</summary>
public sealed class PeerException(string message, Exception? cause = null) : Exception(message, cause);
