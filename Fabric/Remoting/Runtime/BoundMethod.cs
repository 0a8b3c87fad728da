using System.Threading;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

internal sealed class BoundMethod<TArguments, TResult>(object bound) : ServiceMethod
    where TArguments : IArguments<TArguments>
{
    internal override ServerCall Read(ref MessageReader reader, CancellationToken token) =>
        ServerCall<TArguments, TResult>.Rent(bound, TArguments.Read(bound, ref reader), token);

    internal override ServerCall ReadWithHeaders(ref MessageReader reader, CancellationToken token) =>
        ServerCall<TArguments, TResult>.Rent(bound, TArguments.ReadWithHeaders(bound, ref reader), token);
}
