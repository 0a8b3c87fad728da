using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class TextNetTcpCallTests()
    : CallTests(new CustomBinding(new TextMessageEncodingBindingElement(), new TcpTransportBindingElement()));
