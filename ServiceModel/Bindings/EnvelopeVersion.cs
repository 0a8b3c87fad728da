using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel;

/// <summary>A version of SOAP.</summary>
public sealed class EnvelopeVersion
{
    private readonly string _display;

    private EnvelopeVersion(XmlDictionaryString name, string next, string display)
    {
        Namespace = name;
        NextDestinationActorValue = next;
        _display = display;
    }

    /// <summary>Gets SOAP 1.1, of the namespace <c>http://schemas.xmlsoap.org/soap/envelope/</c>.</summary>
    public static EnvelopeVersion Soap11 { get; } =
        new(Names.Soap11, "http://schemas.xmlsoap.org/soap/actor/next", "Soap11");

    /// <summary>Gets SOAP 1.2, of the namespace <c>http://www.w3.org/2003/05/soap-envelope</c>.</summary>
    public static EnvelopeVersion Soap12 { get; } =
        new(Names.Soap12, "http://www.w3.org/2003/05/soap-envelope/role/next", "Soap12");

    /// <summary>Gets the actor (SOAP 1.1) or role (SOAP 1.2) that stands for the next node that takes the
    /// message.</summary>
    public string NextDestinationActorValue { get; }

    internal XmlDictionaryString Namespace { get; }

    internal string SenderCode => this == Soap11 ? "Client" : "Sender";

    internal string ReceiverCode => this == Soap11 ? "Server" : "Receiver";

    /// <summary>Gets the name of the version and its namespace.</summary>
    public override string ToString() => $"{_display} ({Namespace.Value})";
}
