using System.IO;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Wire;

namespace SfPerf.ServiceModel.Client;

/// <summary>An encoded message as the content of a request. The message stays its owner's.</summary>
internal sealed class MessageContent(OutputBuffer message) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, default);

    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        PlainCodec.SendAsync(stream, message, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = message.Count;
        return true;
    }
}
