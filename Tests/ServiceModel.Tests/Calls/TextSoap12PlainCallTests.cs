using System.ServiceModel.Channels;
using System.Text;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>The action stands in the content type only.</summary>
public sealed class TextSoap12PlainCallTests() : CallTests(new CustomBinding(
    new TextMessageEncodingBindingElement(MessageVersion.Soap12, Encoding.UTF8), new HttpTransportBindingElement()));
