using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace SfPerf.Peers;

/// <summary>Finds the member that takes writes.</summary>
internal static class MemberSearch
{
    /// <summary>Asks one after the other, and returns the first that does not refuse.</summary>
    /// <param name="endpoints">The members.</param>
    /// <param name="ask">Throws a <see cref="PeerException"/> when the member cannot be used.</param>
    /// <exception cref="PeerException">All refused; the message holds each reason.</exception>
    internal static async Task<(PeerEndpoint Endpoint, T Answer)> FindAsync<T>(
        IReadOnlyList<PeerEndpoint> endpoints, Func<PeerEndpoint, Task<T>> ask)
    {
        var refusals = new List<PeerException>();
        foreach (var endpoint in endpoints)
        {
            try
            {
                return (endpoint, await ask(endpoint).ConfigureAwait(false));
            }
            catch (PeerException e)
            {
                refusals.Add(e);
            }
        }

        throw new PeerException(string.Join(' ', refusals.ConvertAll(r => r.Message)), refusals[^1]);
    }
}
