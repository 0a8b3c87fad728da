using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Hosting;

/// <summary>Determines which addresses of the machine a listener's URI means.</summary>
internal static class LocalAddresses
{
    internal static IEnumerable<IPAddress> Of(Uri uri)
    {
        if (IPAddress.TryParse(uri.DnsSafeHost, out var address))
            return [address];
        // "localhost" means both loopbacks to clients; any other name stands for all of the machine's addresses.
        return uri.IsLoopback ? [IPAddress.Loopback, IPAddress.IPv6Loopback] : [IPAddress.IPv6Any, IPAddress.Any];
    }

    internal static CommunicationException ToException(SocketException e, Uri uri) => e.SocketErrorCode switch
    {
        SocketError.AddressAlreadyInUse => new AddressAlreadyInUseException($"Somebody else listens at '{uri}'.", e),
        SocketError.AccessDenied => new AddressAccessDeniedException($"This process may not listen at '{uri}'.", e),
        _ => new CommunicationException($"Cannot listen at '{uri}': {e.Message}", e),
    };
}
