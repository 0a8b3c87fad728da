using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Transport;
using SfPerf.Platform;

namespace SfPerf.Fabric.Replication.Links;

/// <summary>
/// The links of a host's primaries to other hosts: one for each address, made with its first user and closed after its
/// last. Any thread.
/// </summary>
internal sealed class HostLinks(ConnectionOptions options)
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Shared> _shared = [];  // guarded by _gate

    /// <summary>Gets how many links are in use.</summary>
    internal int Count
    {
        get
        {
            lock (_gate)
                return _shared.Count;
        }
    }

    /// <summary>Takes part in the link to an address, a new one where there is none that works.</summary>
    internal Shared Take(string address)
    {
        lock (_gate)
        {
            if (!_shared.TryGetValue(address, out var shared) || shared.IsOver)
                _shared[address] = shared = new Shared(address, c => ConnectAsync(address, c));
            shared.Users++;
            return shared;
        }
    }

    internal void Release(Shared shared)
    {
        lock (_gate)
        {
            if (--shared.Users > 0)
                return;
            if (_shared.GetValueOrDefault(shared.Address) == shared)
                _shared.Remove(shared.Address);
        }
        shared.Close();
    }

    /// <summary>Makes a link that nobody else uses.</summary>
    internal async Task<HostLink> ConnectAsync(string address, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(ConnectTimeout);
        var endPoint = await ResolveAsync(address, timeout.Token).ConfigureAwait(false);
        return await HostLink.ConnectAsync(endPoint, options, timeout.Token).ConfigureAwait(false);
    }

    private static async Task<IPEndPoint> ResolveAsync(string address, CancellationToken cancellationToken)
    {
        if (IPEndPoint.TryParse(address, out var endPoint))
            return endPoint;
        var colon = address.LastIndexOf(':');
        if (colon < 0 || !ushort.TryParse(address.AsSpan(colon + 1), out var port))
            throw new ArgumentException($"'{address}' is no replicator address (host:port).");
        var found = await Dns.GetHostAddressesAsync(address[..colon], cancellationToken).ConfigureAwait(false);
        return new IPEndPoint(found[0], port);
    }

    /// <summary>A link and how many use it.</summary>
    [SuppressMessage("Design", "CA1001", Justification = "The source has no timer and no handle.")]
    internal sealed class Shared
    {
        private readonly CancellationTokenSource _unused = new();

        internal Shared(string address, Func<CancellationToken, Task<HostLink>> connect) =>
            (Address, Link) = (address, Task.Run(() => connect(_unused.Token)));

        internal string Address { get; }

        internal Task<HostLink> Link { get; }

        /// <summary>Gets or sets how many use it. Guarded by the table's gate.</summary>
        internal int Users { get; set; }

        internal bool IsOver => Link.IsCompleted && (!Link.IsCompletedSuccessfully || Blocking.End(Link).IsOver);

        internal void Close()
        {
            _ = _unused.CancelAsync();
            // A connection that is still being made is closed as well, once it is there.
            _ = CloseAsync();
        }

        private async Task CloseAsync()
        {
            try
            {
                (await Link.ConfigureAwait(false)).Close("no partition uses it any more");
            }
            catch (Exception)
            {
                // The connection could not be made, and its users were told why.
                return;
            }
        }
    }
}
