using System.Net.Http.Headers;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Wire;

/// <summary>Represents what a binding comes down to once it is opened: checked and no longer changing.</summary>
internal sealed class WireSettings
{
    private const int DepthMax = 128;

    private WireSettings(Binding binding)
    {
        var elements = binding.CreateBindingElements();
        Transport = elements.Find<TransportBindingElement>()
            ?? throw new InvalidOperationException($"The binding {binding.Name} has no transport element.");
        var encoding = elements.Find<MessageEncodingBindingElement>() ?? (Transport is HttpTransportBindingElement
            ? new TextMessageEncodingBindingElement() : new BinaryMessageEncodingBindingElement());
        Version = encoding.MessageVersion;
        IsBinary = encoding is BinaryMessageEncodingBindingElement;
        SessionBytesMax = (encoding as BinaryMessageEncodingBindingElement)?.MaxSessionSize ?? 0;
        var text = encoding as TextMessageEncodingBindingElement;
        TextEncoding = text?.WriteEncoding ?? Encoding.UTF8;
        MessageBytesMax = (int)Math.Min(Transport.MaxReceivedMessageSize, Array.MaxLength);
        Quotas = Effective(
            text?.ReaderQuotas ?? ((BinaryMessageEncodingBindingElement)encoding).ReaderQuotas, MessageBytesMax);
        OpenTimeout = binding.OpenTimeout;
        CloseTimeout = binding.CloseTimeout;
        SendTimeout = binding.SendTimeout;
        Readers = new(() => new(this));
        Writers = new(() => new(this));
        ReceiveTimeout = binding.ReceiveTimeout;
        Scheme = Transport.Scheme;
        BindingName = binding.Name;
        if (!Version.HasAddressing && Transport is ConnectionOrientedTransportBindingElement)
        {
            throw new NotSupportedException($"Over {Scheme} messages name their action, and replies their call, in "
                + "WS-Addressing headers, which the encoding's MessageVersion has not; use "
                + "MessageVersion.Soap12WSAddressing10.");
        }

        IsStreamed = Transport.Mode != TransferMode.Buffered && Transport is ConnectionOrientedTransportBindingElement;
        CheckBuffer(Transport);
    }

    internal TransportBindingElement Transport { get; }

    internal ConnectionOrientedTransportBindingElement Connected =>
        (ConnectionOrientedTransportBindingElement)Transport;

    internal string Scheme { get; }

    internal string BindingName { get; }

    internal MessageVersion Version { get; }

    internal bool IsBinary { get; }

    /// <summary>Gets whether each call is a message of its own over a connection, and there are no sessions.
    /// </summary>
    internal bool IsStreamed { get; }

    internal bool HasSessions => Transport is ConnectionOrientedTransportBindingElement && !IsStreamed;

    /// <summary>Gets whether http connections outlast a call.</summary>
    internal bool KeepsConnections => Transport is not HttpTransportBindingElement { KeepAliveEnabled: false };

    /// <summary>Gets whether messages begin with an XML declaration: Microsoft's stack asks for one over http in any
    /// encoding but UTF-8.</summary>
    internal bool WritesDeclaration =>
        Transport is HttpTransportBindingElement && !IsBinary && TextEncoding is not UTF8Encoding;

    /// <summary>Gets the content type of messages over http.</summary>
    internal string ContentType => field ??= PlainCodec.MakeContentType(this);

    /// <summary>Gets the content type that a framed connection's preamble names.</summary>
    internal string FramedContentType => IsBinary && !IsStreamed ? "application/soap+msbinsession1" : ContentType;

    /// <summary>Gets the encoding of what comes over a framed connection; null for what tells itself.</summary>
    internal Encoding? FramedEncoding => IsBinary || TextEncoding is UTF8Encoding ? null : TextEncoding;

    internal Encoding TextEncoding { get; }

    internal int SessionBytesMax { get; }

    internal int MessageBytesMax { get; }

    internal XmlDictionaryReaderQuotas Quotas { get; }

    /// <summary>Gets the readers of messages that stand alone.</summary>
    internal ObjectPool<PlainReader> Readers { get; }

    /// <summary>Gets the writers of messages that stand alone.</summary>
    internal ObjectPool<PlainWriter> Writers { get; }

    internal TimeSpan OpenTimeout { get; }

    internal TimeSpan CloseTimeout { get; }

    internal TimeSpan SendTimeout { get; }

    internal TimeSpan ReceiveTimeout { get; }

    /// <exception cref="NotSupportedException">The binding asks for what this stack does not have.</exception>
    internal static WireSettings Of(Binding binding) => new(binding);

    /// <summary>Tells whether a framed connection's content type is the binding's, however it is written.</summary>
    internal bool Takes(string framedContentType) =>
        MediaTypeHeaderValue.TryParse(framedContentType, out var asked)
        && MediaTypeHeaderValue.Parse(FramedContentType) is var own
        && string.Equals(asked.MediaType, own.MediaType, StringComparison.OrdinalIgnoreCase)
        && string.Equals(asked.CharSet?.Trim('"'), own.CharSet, StringComparison.OrdinalIgnoreCase);

    /// <exception cref="InvalidOperationException">The contract needs sessions, which the binding lacks.</exception>
    /// <exception cref="NotSupportedException">A parameter or result is of a type that cannot be sent.</exception>
    internal void Check(ContractDescription contract)
    {
        ContractReader.CheckSession(contract);
        foreach (var operation in contract.Operations)
            OperationFormat.Check(operation);
        if (!HasSessions && (contract.SessionMode == SessionMode.Required || contract.CallbackContractType is not null))
        {
            throw new InvalidOperationException($"The contract {contract.Name} needs a session, which the binding "
                + $"{BindingName} ({Scheme}{(IsStreamed ? " with streamed transfer" : "")}) has not.");
        }
    }

    private static void CheckBuffer(TransportBindingElement transport)
    {
        var (buffer, message) = (transport.BufferMax, transport.MaxReceivedMessageSize);
        if (transport.Mode != TransferMode.Buffered && buffer > message)
        {
            throw new ArgumentException(
                $"MaxBufferSize ({buffer}) must not be larger than MaxReceivedMessageSize ({message}).");
        }

        if (transport.Mode == TransferMode.Buffered && buffer != Math.Min(message, int.MaxValue))
        {
            throw new ArgumentException($"With TransferMode.Buffered, MaxReceivedMessageSize ({message}) and "
                + $"MaxBufferSize ({buffer}) must be the same.");
        }
    }

    // A buffered message is bounded by its size already: only the depth, and what was set, is bounded further. Strings
    // and arrays are bounded by the same number, as two bytes may stand for a string of the session's table, and be
    // repeated.
    private static XmlDictionaryReaderQuotas Effective(XmlDictionaryReaderQuotas set, int messageBytesMax)
    {
        var modified = set.ModifiedQuotas;
        int Pick(XmlDictionaryReaderQuotaTypes type, int value, int otherwise) =>
            modified.HasFlag(type) ? value : otherwise;
        return new()
        {
            MaxDepth = Pick(XmlDictionaryReaderQuotaTypes.MaxDepth, set.MaxDepth, DepthMax),
            MaxStringContentLength = Pick(
                XmlDictionaryReaderQuotaTypes.MaxStringContentLength, set.MaxStringContentLength, messageBytesMax),
            MaxArrayLength = Pick(XmlDictionaryReaderQuotaTypes.MaxArrayLength, set.MaxArrayLength, messageBytesMax),
            MaxBytesPerRead = Pick(XmlDictionaryReaderQuotaTypes.MaxBytesPerRead, set.MaxBytesPerRead, int.MaxValue),
            MaxNameTableCharCount = Pick(
                XmlDictionaryReaderQuotaTypes.MaxNameTableCharCount, set.MaxNameTableCharCount, int.MaxValue),
        };
    }
}
