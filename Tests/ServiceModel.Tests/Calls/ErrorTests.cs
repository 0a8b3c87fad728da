using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Dispatcher;
using System.Text;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class ErrorTests
{
    [Fact]
    public void Detail_is_told_when_asked_for()
    {
        using var running = new Running<IGreeter>(
            typeof(Greeter),
            change: h => h.Description.Behaviors.Find<ServiceBehaviorAttribute>()!
                .IncludeExceptionDetailInFaults = true);
        var error = Assert.Throws<FaultException<ExceptionDetail>>(() => running.Factory.CreateChannel().Fail("other"));
        Assert.Equal("boom", error.Detail.Message);
        Assert.Equal(typeof(InvalidOperationException).FullName, error.Detail.Type);
    }

    [Fact]
    public void An_unexpected_exception_ends_the_session()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var channel = running.Factory.CreateChannel();
        Assert.Throws<FaultException>(() => channel.Fail("other"));
        Assert.ThrowsAny<CommunicationException>(() =>
        {
            for (var i = 0; i < 1000; i++)
                channel.Greet("x");
        });
        Assert.Equal(CommunicationState.Faulted, ((IClientChannel)channel).State);
    }

    [Fact]
    public void An_error_handler_may_keep_the_session_and_say_what_is_told()
    {
        var handler = new Handler();
        using var running = new Running<IGreeter>(typeof(Greeter), change: h => h.Opening += (_, _) =>
            h.Description.Endpoints[0].Behaviors.Add(new HandlerBehavior(handler)));
        var channel = running.Factory.CreateChannel();
        var error = Assert.Throws<FaultException>(() => channel.Fail("other"));
        Assert.Equal("told by the handler", error.Message);
        Assert.Equal(3, channel.Add(1, 2));
        Assert.Equal("boom", handler.Seen!.Message);
    }

    [Fact]
    public void An_error_handler_that_fails_costs_its_session_only()
    {
        using var running = new Running<IGreeter>(typeof(Greeter), change: h => h.Opening += (_, _) =>
            h.Description.Endpoints[0].Behaviors.Add(new HandlerBehavior(new FailingHandler())));
        var channel = running.Factory.CreateChannel();
        Assert.Throws<FaultException>(() => channel.Fail("other"));
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
        running.Host.Close(TimeSpan.FromSeconds(20));
        Assert.Equal(CommunicationState.Closed, running.Host.State);
    }

    [Fact]
    public void An_operation_the_service_lacks_is_an_action_not_supported()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var factory = new ChannelFactory<IOther>(new NetTcpBinding(SecurityMode.None), running.Address);
        var channel = factory.CreateChannel();
        Assert.Throws<ActionNotSupportedException>(() => channel.Other());
        // The session goes on.
        Assert.Equal(CommunicationState.Opened, ((IClientChannel)channel).State);
        Assert.Throws<ActionNotSupportedException>(() => channel.Other());
        factory.Abort();
    }

    [Fact]
    public void Parameters_of_another_type_are_told_and_the_session_goes_on()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var factory = new ChannelFactory<IWrongGreeter>(new NetTcpBinding(SecurityMode.None), running.Address);
        var channel = factory.CreateChannel();
        var error = Assert.Throws<FaultException>(() => channel.Add("no number"));
        Assert.Equal("DeserializationFailed", error.Code.SubCode!.Name);
        error = Assert.Throws<FaultException>(() => channel.Add("no number"));
        Assert.Equal("DeserializationFailed", error.Code.SubCode!.Name);
        factory.Abort();
    }

    [Fact]
    public void Security_is_refused_by_name()
    {
        AssertRefused("SecurityMode.None", new NetTcpBinding());
        AssertRefused("SecurityMode.None", new NetTcpBinding(SecurityMode.Message));
        AssertRefused("NetNamedPipeSecurityMode.None", new NetNamedPipeBinding());
        AssertRefused("BasicHttpSecurityMode.None", new BasicHttpBinding(BasicHttpSecurityMode.Transport));
    }

    [Fact]
    public void Text_without_addressing_over_connections_is_refused_by_name() => AssertRefused(
        nameof(MessageVersion.Soap12WSAddressing10),
        new CustomBinding(
            new TextMessageEncodingBindingElement(MessageVersion.Soap12, Encoding.UTF8),
            new TcpTransportBindingElement()));

    [Fact]
    public void A_parameter_that_cannot_be_sent_is_refused_by_name()
    {
        AssertUnsendable<ITakesToken>(nameof(IContextChannel.OperationTimeout));
        AssertUnsendable<IGivesOutStream>("result");
        AssertUnsendable<IEncoded>("Document");
    }

    [Fact]
    public void What_is_a_whole_message_stands_alone()
    {
        AssertRefused<ITakesTwoStreams>();
        AssertRefused<ITakesMessageAndMore>();
    }

    [Fact]
    public void Two_endpoints_share_a_port()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var second = new Uri($"net.tcp://127.0.0.1:{running.Address.Uri.Port}/second");
        var other = new ServiceHost(typeof(PerCallSingle));
        other.AddServiceEndpoint(typeof(ICounter), new NetTcpBinding(SecurityMode.None), second);
        other.Open();
        var channel = new ChannelFactory<ICounter>(
            new NetTcpBinding(SecurityMode.None), new EndpointAddress(second)).CreateChannel();
        Assert.True(channel.Instance() > 0);
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
        other.Abort();
        Assert.Equal(3, running.Factory.CreateChannel().Add(1, 2));
    }

    private static void AssertRefused(string alternative, Binding binding)
    {
        var host = binding.Scheme == "net.pipe" ? "localhost" : "localhost:1";
        var address = new EndpointAddress($"{binding.Scheme}://{host}/x");
        var error = Assert.Throws<NotSupportedException>(
            () => new ChannelFactory<IGreeter>(binding, address).CreateChannel());
        Assert.Contains(alternative, error.Message, StringComparison.Ordinal);
        var service = new ServiceHost(typeof(Greeter));
        service.AddServiceEndpoint(typeof(IGreeter), binding, address.Uri);
        Assert.Contains(
            alternative, Assert.Throws<NotSupportedException>(service.Open).Message, StringComparison.Ordinal);
    }

    private static void AssertRefused<T>()
        where T : class
    {
        using var factory = new ChannelFactory<T>(new NetTcpBinding(SecurityMode.None), "net.tcp://127.0.0.1:1/x");
        var error = Assert.Throws<InvalidOperationException>(() => factory.CreateChannel());
        Assert.Contains("the only one", error.Message, StringComparison.Ordinal);
        factory.Abort();
    }

    private static void AssertUnsendable<T>(string alternative)
        where T : class
    {
        var factory = new ChannelFactory<T>(new NetTcpBinding(SecurityMode.None), "net.tcp://127.0.0.1:1/x");
        var error = Assert.Throws<NotSupportedException>(() => factory.CreateChannel());
        Assert.Contains(alternative, error.Message, StringComparison.Ordinal);
        factory.Abort();
    }

    private sealed class FailingHandler : IErrorHandler
    {
        public bool HandleError(Exception error) => throw new NotSupportedException();

        public void ProvideFault(Exception error, MessageVersion version, ref Message fault)
        {
        }
    }

    private sealed class Handler : IErrorHandler
    {
        public Exception? Seen { get; private set; }

        public bool HandleError(Exception error)
        {
            Seen = error;
            return true;
        }

        public void ProvideFault(Exception error, MessageVersion version, ref Message fault) =>
            fault = Message.CreateMessage(
                version, new FaultException("told by the handler").CreateMessageFault(), "urn:told");
    }
}
