using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>A header nobody in the stack knew, kept for <c>OperationContext.IncomingMessageHeaders</c>.</summary>
internal sealed record HeaderElement(string Name, string Namespace, bool MustUnderstand, XmlElement Element);
