using System.Collections.Generic;

namespace SfPerf.Peers;

/// <summary>What a peer says of itself; read from the server, not assumed.</summary>
/// <param name="Product">Name and version.</param>
/// <param name="Copies">Copies of the data.</param>
/// <param name="Durability">What an acknowledged write has reached, and by which settings.</param>
/// <param name="Settings">The settings that decide it, by the server's own names.</param>
public sealed record PeerFacts(
    string Product, int Copies, string Durability, IReadOnlyDictionary<string, string> Settings);
