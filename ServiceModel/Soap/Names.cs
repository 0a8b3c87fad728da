using System.IO;
using System.Reflection;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>The static dictionary of [MC-NBFS]; the members are the entries this stack writes or looks for.</summary>
internal static class Names
{
    internal const string FramingFault = "http://schemas.microsoft.com/ws/2006/05/framing/faults/";
    internal const string DispatcherFault =
        "http://schemas.microsoft.com/net/2005/12/windowscommunicationfoundation/dispatcher";
    internal const string SchemaInstance = "http://www.w3.org/2001/XMLSchema-instance";
    internal const string Addressing10Fault = "http://www.w3.org/2005/08/addressing/fault";
    internal const string SoapFault = "http://www.w3.org/2005/08/addressing/soap/fault";
    internal const string TempUri = "http://tempuri.org/";

    internal static readonly XmlDictionary Dictionary = Load();
    /// <summary>The dictionary of strings made for one message: they are written in full, as a session would
    /// remember them for ever, and under the same number.</summary>
    internal static readonly XmlDictionary Inline = new();

    internal static readonly XmlDictionaryString Empty = At("");
    internal static readonly XmlDictionaryString MustUnderstand = At("mustUnderstand");
    internal static readonly XmlDictionaryString Envelope = At("Envelope");
    internal static readonly XmlDictionaryString Soap12 = At("http://www.w3.org/2003/05/soap-envelope");
    internal static readonly XmlDictionaryString Soap11 = At("http://schemas.xmlsoap.org/soap/envelope/");
    internal static readonly XmlDictionaryString Addressing10 = At("http://www.w3.org/2005/08/addressing");
    internal static readonly XmlDictionaryString AddressingNone =
        At("http://schemas.microsoft.com/ws/2005/05/addressing/none");
    internal static readonly XmlDictionaryString Header = At("Header");
    internal static readonly XmlDictionaryString Action = At("Action");
    internal static readonly XmlDictionaryString To = At("To");
    internal static readonly XmlDictionaryString Body = At("Body");
    internal static readonly XmlDictionaryString RelatesTo = At("RelatesTo");
    internal static readonly XmlDictionaryString Anonymous = At("http://www.w3.org/2005/08/addressing/anonymous");
    internal static readonly XmlDictionaryString MessageId = At("MessageID");
    internal static readonly XmlDictionaryString Address = At("Address");
    internal static readonly XmlDictionaryString ReplyTo = At("ReplyTo");
    internal static readonly XmlDictionaryString Fault = At("Fault");
    internal static readonly XmlDictionaryString Code = At("Code");
    internal static readonly XmlDictionaryString Subcode = At("Subcode");
    internal static readonly XmlDictionaryString Value = At("Value");
    internal static readonly XmlDictionaryString Reason = At("Reason");
    internal static readonly XmlDictionaryString Text = At("Text");
    internal static readonly XmlDictionaryString Detail = At("Detail");
    internal static readonly XmlDictionaryString FaultCode11 = At("faultcode");
    internal static readonly XmlDictionaryString FaultString11 = At("faultstring");
    internal static readonly XmlDictionaryString Detail11 = At("detail");

    private static XmlDictionaryString At(string value) =>
        Dictionary.TryLookup(value, out var known)
            ? known
            : throw new InvalidOperationException($"The static dictionary lacks '{value}'.");

    private static XmlDictionary Load()
    {
        var dictionary = new XmlDictionary(512);
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("static-dictionary.tsv")!;
        using var reader = new StreamReader(stream);
        while (reader.ReadLine() is { Length: > 0 } line)
            dictionary.Add(line[(line.IndexOf('\t', StringComparison.Ordinal) + 1)..]);
        return dictionary;
    }
}
