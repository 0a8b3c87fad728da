using System.Threading;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>Represents one remote method of one service object: makes the calls that arrive for it.</summary>
internal abstract class ServiceMethod
{
    internal required int Id { get; init; }

    internal required bool TakesToken { get; init; }

    /// <summary>
    /// Reads the arguments, on the receive thread. The connection then begins the call there or on the thread pool.
    /// </summary>
    internal abstract ServerCall Read(ref MessageReader reader, CancellationToken token);

    /// <summary>Reads headers of the client's program, then the arguments. Nobody asks for the headers, unless the
    /// service has a message handler.</summary>
    internal virtual ServerCall ReadWithHeaders(ref MessageReader reader, CancellationToken token)
    {
        HeaderBlock.Skip(ref reader);
        return Read(ref reader, token);
    }
}
