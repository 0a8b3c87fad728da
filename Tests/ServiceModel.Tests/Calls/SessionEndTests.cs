using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.ServiceModel.Dispatcher;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>What either side learns when the other ends a session or breaks it.</summary>
public sealed class SessionEndTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_session_the_service_ends_is_closed_and_not_faulted()
    {
        using var running = new Running<IPlainVisit>(typeof(PlainVisit));
        var channel = running.Factory.CreateChannel();
        var (ended, faulted) = Watch((IClientChannel)channel);
        Assert.Equal("goodbye", channel.ShowOut());
        await ended.WaitAsync(Limit);
        Assert.False(faulted.IsCompleted);
        Assert.Equal(CommunicationState.Closed, ((IClientChannel)channel).State);
        Assert.Throws<ProtocolException>(() => channel.ShowOut());
        ((IClientChannel)channel).Close();
        Assert.Equal("goodbye", running.Factory.CreateChannel().ShowOut());
    }

    [Fact]
    public async Task A_host_that_closes_closes_its_idle_clients()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var channel = running.Factory.CreateChannel();
        var (ended, faulted) = Watch((IClientChannel)channel);
        channel.Greet("x");
        running.Host.Close();
        await ended.WaitAsync(Limit);
        Assert.False(faulted.IsCompleted);
    }

    [Fact]
    public async Task An_exception_breaks_the_session_which_is_faulted_and_not_closed()
    {
        using var running = new Running<IPlainVisit>(typeof(PlainVisit));
        var channel = running.Factory.CreateChannel();
        var (ended, faulted) = Watch((IClientChannel)channel);
        Assert.Throws<FaultException>(() => channel.Stumble());
        await faulted.WaitAsync(Limit);
        Assert.False(ended.IsCompleted);
        Assert.Equal(CommunicationState.Faulted, ((IClientChannel)channel).State);
    }

    [Fact]
    public async Task The_first_call_after_the_connection_broke_tells_why()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var channel = running.Factory.CreateChannel();
        var (_, faulted) = Watch((IClientChannel)channel);
        channel.Greet("x");
        running.Host.Abort();
        await faulted.WaitAsync(Limit);
        Assert.IsType<CommunicationException>(Record.Exception(() => channel.Greet("x")));
        Assert.Throws<CommunicationObjectFaultedException>(() => channel.Greet("x"));
    }

    [Fact]
    public async Task A_service_is_told_when_its_client_leaves_or_vanishes()
    {
        var visit = new Visit();
        using var running = new Running<IVisit>(new ServiceHost(visit));
        using var factory = Factory(running);
        var leaving = factory.CreateChannel();
        Assert.NotNull(leaving.Enter());
        ((IClientChannel)leaving).Close();
        Assert.Equal("closed", await NextAsync(visit));
        var vanishing = factory.CreateChannel();
        Assert.NotNull(vanishing.Enter());
        ((IClientChannel)vanishing).Abort();
        Assert.Equal("faulted", await NextAsync(visit));
        Assert.Equal("closed", await NextAsync(visit));
    }

    [Fact]
    public async Task A_service_shows_its_client_out_and_throws_it_out()
    {
        var visit = new Visit();
        using var running = new Running<IVisit>(new ServiceHost(visit));
        using var factory = Factory(running);
        var shown = factory.CreateChannel();
        var (ended, faulted) = Watch((IClientChannel)shown);
        shown.Enter();
        Assert.Equal("goodbye", shown.ShowOut());
        Assert.Equal("closed", await NextAsync(visit));
        await ended.WaitAsync(Limit);
        Assert.False(faulted.IsCompleted);
        var thrown = factory.CreateChannel();
        thrown.Enter();
        Assert.ThrowsAny<CommunicationException>(() => thrown.ThrowOut());
        Assert.Equal(CommunicationState.Faulted, ((IClientChannel)thrown).State);
        Assert.Equal("closed", await NextAsync(visit));
        ((IClientChannel)thrown).Abort();
    }

    [Fact]
    public async Task What_a_service_asked_its_client_fails_at_once_when_the_client_leaves()
    {
        var visit = new Visit();
        var listener = new StallingListener();
        using var running = new Running<IVisit>(new ServiceHost(visit));
        using var factory = Factory(running, listener);
        var channel = factory.CreateChannel();
        channel.Enter();
        var answer = visit.Client!.SayLaterAsync("are you there");
        await listener.Asked.Task.WaitAsync(Limit);
        await Task.Run(() => ((IClientChannel)channel).Close(Limit)).WaitAsync(Limit);
        await Assert.ThrowsAsync<CommunicationException>(() => answer.WaitAsync(Limit));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_call_that_ends_the_session_has_closed_the_channel_when_it_returns(bool isAsync)
    {
        using var running = new Running<ISteps>(typeof(Steps));
        using var factory = new ChannelFactory<IStepsLater>(new NetTcpBinding(SecurityMode.None), running.Address);
        for (var i = 0; i < 50; i++)
        {
            var channel = factory.CreateChannel();
            var (_, faulted) = Watch((IClientChannel)channel);
            Assert.Equal(1, await channel.FirstAsync().WaitAsync(Limit));
            Assert.Equal(2, isAsync ? await channel.LastAsync().WaitAsync(Limit) : channel.Last());
            Assert.Equal(CommunicationState.Closed, ((IClientChannel)channel).State);
            Assert.False(faulted.IsCompleted);
            var refused = isAsync
                ? await Assert.ThrowsAsync<InvalidOperationException>(() => channel.FirstAsync().WaitAsync(Limit))
                : Assert.Throws<InvalidOperationException>(() => channel.Last());
            Assert.Equal("This channel cannot send any more messages because IsTerminating operation 'Last' has "
                + "already been called.", refused.Message);
            ((IClientChannel)channel).Close();
        }
    }

    [Fact]
    public async Task A_session_that_was_terminated_and_is_not_ended_by_its_client_is_cut_after_the_close_timeout()
    {
        using var running = new Running<ISteps>(
            typeof(Steps), new NetTcpBinding(SecurityMode.None) { CloseTimeout = TimeSpan.FromSeconds(1) },
            client: new NetTcpBinding(SecurityMode.None));
        // An inspector sees the answer before the channel is closed, and holds it back.
        using var holds = new HoldsBack();
        foreach (var operation in running.Factory.Endpoint.Contract.Operations)
            operation.OperationBehaviors.Add(holds);
        var channel = running.Factory.CreateChannel();
        ((IClientChannel)channel).Faulted += (_, _) => holds.Until.Set();
        channel.First();
        Assert.Equal(2, await Task.Run(channel.Last).WaitAsync(Limit));
    }

    private static DuplexChannelFactory<IVisit> Factory(Running<IVisit> running, IListener? listener = null) =>
        new(listener ?? new Listener(), new NetTcpBinding(SecurityMode.None), running.Address);

    private static Task<string> NextAsync(Visit visit) => visit.Events.ReadAsync().AsTask().WaitAsync(Limit);

    private static (Task Closed, Task Faulted) Watch(IClientChannel channel)
    {
        var closed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var faulted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        channel.Closed += (_, _) => closed.TrySetResult();
        channel.Faulted += (_, _) => faulted.TrySetResult();
        return (closed.Task, faulted.Task);
    }

    /// <summary>The contract of <see cref="ISteps"/> for a client that awaits.</summary>
    [ServiceContract(Name = nameof(ISteps), SessionMode = SessionMode.Required)]
    public interface IStepsLater
    {
        [OperationContract]
        Task<int> FirstAsync();

        [OperationContract(IsInitiating = false, IsTerminating = true)]
        Task<int> LastAsync();

        [OperationContract(IsInitiating = false, IsTerminating = true)]
        int Last();
    }

    private sealed class HoldsBack : IOperationBehavior, IParameterInspector, IDisposable
    {
        internal ManualResetEvent Until { get; } = new(initialState: false);

        public void Dispose() => Until.Dispose();

        public void AddBindingParameters(OperationDescription description, BindingParameterCollection parameters)
        {
        }

        public void ApplyClientBehavior(OperationDescription description, ClientOperation operation) =>
            operation.ParameterInspectors.Add(this);

        public void ApplyDispatchBehavior(OperationDescription description, DispatchOperation operation)
        {
        }

        public void Validate(OperationDescription description)
        {
        }

        public object? BeforeCall(string operationName, object?[] inputs) => null;

        public void AfterCall(string operationName, object?[] outputs, object? returnValue, object? correlationState)
        {
            if (operationName == "Last")
                Assert.True(Until.WaitOne(Limit));
        }
    }
}
