using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class TextSoap12CallTests()
    : CallTests(new CustomBinding(new TextMessageEncodingBindingElement(), new HttpTransportBindingElement()));
