using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A version of WS-Addressing. That of August 2004 is not supported.</summary>
public sealed class AddressingVersion
{
    private AddressingVersion(XmlDictionaryString name, string display)
    {
        Namespace = name;
        Display = display;
    }

    /// <summary>Gets the version that stands for messages without headers of WS-Addressing.</summary>
    public static AddressingVersion None { get; } = new(Names.AddressingNone, "AddressingNone");

    /// <summary>Gets WS-Addressing 1.0, of the namespace <c>http://www.w3.org/2005/08/addressing</c>.</summary>
    public static AddressingVersion WSAddressing10 { get; } = new(Names.Addressing10, "Addressing10");

    internal XmlDictionaryString Namespace { get; }

    internal string Display { get; }

    /// <summary>Gets the name of the version and its namespace.</summary>
    public override string ToString() => $"{Display} ({Namespace.Value})";
}
