using System;
using System.Globalization;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Wire;

namespace SfPerf.Scenarios.Ipc.Transports;

/// <summary>Calls through a RabbitMQ broker, a third process that the server starts: a queue of requests, prefetch 1,
/// acknowledged one by one, and an exclusive queue of replies. As published nothing is durable and nothing confirmed.
/// </summary>
internal sealed class RabbitMqTransport() : Transport(TransportCatalogue.RabbitMq)
{
    private const string Requests = "rpc_queue";

    public override string? Missing(IpcSettings settings) =>
        RabbitMqBroker.Missing(settings.RabbitMqServer);

    public override bool IsNetworked => true;

    public override async Task<RunningServer> ServeAsync(ServerOptions options, CancellationToken token)
    {
        var broker = await RabbitMqBroker.StartAsync(options, token).ConfigureAwait(false);
        try
        {
            await ConsumeAsync(broker.Address, options.Serializer, token).ConfigureAwait(false);
            return new BrokerServer(broker);
        }
        catch
        {
            await broker.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    public override IpcClient Connect(ClientOptions options) => new CodecClient(
        Blocking.Wait(QueueExchange.ConnectAsync(options.Address)), Codec.Of(options.Serializer));

    // A socket is of the network of the thread that makes it, which is the caller's.
    private static Task<IConnection> ConnectAsync(string address, CancellationToken token)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        return new ConnectionFactory
        {
            Uri = new Uri(address), AutomaticRecoveryEnabled = false, RequestedConnectionTimeout = CallLimit,
            ContinuationTimeout = CallLimit, SocketFactory = _ => new TcpClientAdapter(socket),
        }.CreateConnectionAsync(token);
    }

    private static async Task ConsumeAsync(string address, Serializer serializer, CancellationToken token)
    {
        var connection = await ConnectAsync(address, token).ConfigureAwait(false);
        var channel = await connection.CreateChannelAsync(cancellationToken: token).ConfigureAwait(false);
        await channel.QueueDeclareAsync(Requests, durable: false, exclusive: false, autoDelete: false,
            cancellationToken: token).ConfigureAwait(false);
        await channel.BasicQosAsync(0, 1, global: false, token).ConfigureAwait(false);
        var consumer = new AsyncEventingBasicConsumer(channel);
        consumer.ReceivedAsync += async (_, e) =>
        {
            var reply = Codec.Of(serializer).Answer(e.Body.ToArray());
            await channel.BasicPublishAsync("", e.BasicProperties.ReplyTo!, mandatory: false,
                new BasicProperties { CorrelationId = e.BasicProperties.CorrelationId }, reply).ConfigureAwait(false);
            await channel.BasicAckAsync(e.DeliveryTag, multiple: false).ConfigureAwait(false);
        };
        await channel.BasicConsumeAsync(Requests, autoAck: false, consumer, token).ConfigureAwait(false);
    }

    private sealed class BrokerServer(RabbitMqBroker broker) : RunningServer(broker.Address)
    {
        public override int[] Processes => broker.Processes;

        public override ValueTask DisposeAsync() => broker.DisposeAsync();
    }

    private sealed class QueueExchange : IByteExchange
    {
        private readonly IConnection _connection;
        private readonly IChannel _channel;
        private readonly string _replies;
        private readonly SemaphoreSlim _arrived = new(0);
        private volatile byte[] _reply = [];
        private volatile string _expected = "";
        private long _calls;

        private QueueExchange(IConnection connection, IChannel channel, string replies) =>
            (_connection, _channel, _replies) = (connection, channel, replies);

        public static async Task<QueueExchange> ConnectAsync(string address)
        {
            var token = CancellationToken.None;
            var connection = await RabbitMqTransport.ConnectAsync(address, token).ConfigureAwait(false);
            var channel = await connection.CreateChannelAsync(cancellationToken: token).ConfigureAwait(false);
            var queue = await channel.QueueDeclareAsync(cancellationToken: token).ConfigureAwait(false);
            var exchange = new QueueExchange(connection, channel, queue.QueueName);
            var consumer = new AsyncEventingBasicConsumer(channel);
            consumer.ReceivedAsync += (_, e) =>
            {
                exchange.Take(e);
                return Task.CompletedTask;
            };
            await channel.BasicConsumeAsync(queue.QueueName, autoAck: true, consumer, token).ConfigureAwait(false);
            return exchange;
        }

        public ArraySegment<byte> Exchange(ArraySegment<byte> request)
        {
            _expected = (++_calls).ToString(CultureInfo.InvariantCulture);
            var properties = new BasicProperties { CorrelationId = _expected, ReplyTo = _replies };
            Blocking.Wait(_channel.BasicPublishAsync("", Requests, mandatory: false, properties, request).AsTask());
            return _arrived.Wait(CallLimit) ? _reply
                : throw new TimeoutException($"No answer within {CallLimit.TotalSeconds:0} s.");
        }

        public void Dispose()
        {
            _channel.Dispose();
            _connection.Dispose();
            _arrived.Dispose();
        }

        // A reply to an earlier call is none to this.
        private void Take(BasicDeliverEventArgs e)
        {
            if (e.BasicProperties.CorrelationId != _expected)
                return;
            _reply = e.Body.ToArray();
            _arrived.Release();
        }
    }
}
