// Compiled by Mono's mcs while the tests run: a WCF client and server that we did not write the stack of.
using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading;

namespace Peer
{
    [DataContract(Namespace = "urn:probe")]
    public class GreetFault
    {
        [DataMember] public string Reason;
        [DataMember] public int Code;
    }

    [DataContract(Namespace = "urn:probe")]
    public class Item
    {
        [DataMember] public int Id;
        [DataMember] public string Name;
        [DataMember] public byte[] Blob;
        [DataMember] public List<double> Vals;
        [DataMember] public DateTime When;
        [DataMember] public Guid G;
    }

    [ServiceContract(Namespace = "urn:probe", Name = "IGreeter")]
    public interface IGreeter
    {
        [OperationContract] string Greet(string name);
        [OperationContract] int Add(int a, int b);
        [OperationContract] Item Round(Item i);
        [OperationContract] [FaultContract(typeof(GreetFault))] string Fail(string how);
        [OperationContract] int Busy(int ms);
        [OperationContract(IsOneWay = true)] void Fire(string s);
        [OperationContract] int Fired();
        [OperationContract] string InstanceId();
    }

    [ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
    public class Greeter : Shapes, IGreeter
    {
        private static int fired;

        public string Greet(string name) { return "Hello, " + name; }

        public int Add(int a, int b) { return a + b; }

        public Item Round(Item i) { i.Id++; return i; }

        public string Fail(string how)
        {
            if (how == "typed")
            {
                var detail = new GreetFault { Reason = "bad", Code = 7 };
                throw new FaultException<GreetFault>(detail, new FaultReason("typed failure"));
            }

            throw new InvalidOperationException("boom");
        }

        public int Busy(int ms) { Thread.Sleep(ms); return 1; }

        public void Fire(string s) { Interlocked.Increment(ref fired); }

        public int Fired() { return fired; }

        public string InstanceId() { return "mono"; }
    }

    public static class Program
    {
        public static int Main(string[] args)
        {
            try
            {
                if (args[0] == "server")
                    return Serve(args[1], int.Parse(args[2]), args[3]);
                if (args[0] == "shapes")
                    return Shapes.Call(Make(args[1]), new Uri(args[2]));
                if (args[0] == "many")
                    return Many(args[1], new Uri(args[2]), int.Parse(args[3]), int.Parse(args[4]));
                return Call(args[1], new Uri(args[2]), args[3].Split(','));
            }
            catch (Exception e)
            {
                Console.WriteLine("FATAL " + e);
                return 1;
            }
        }

        private static Binding Make(string name)
        {
            if (name == "http")
            {
                var http = new BasicHttpBinding { MaxReceivedMessageSize = 1 << 20, MaxBufferSize = 1 << 20 };
                http.ReaderQuotas.MaxStringContentLength = 1 << 20;
                http.ReaderQuotas.MaxArrayLength = 1 << 20;
                return http;
            }

            if (name == "text")
            {
                var text = new TextMessageEncodingBindingElement();
                text.ReaderQuotas.MaxStringContentLength = 1 << 20;
                text.ReaderQuotas.MaxArrayLength = 1 << 20;
                return new CustomBinding(text, new TcpTransportBindingElement { MaxReceivedMessageSize = 1 << 20 });
            }

            var tcp = new NetTcpBinding(SecurityMode.None)
            {
                MaxReceivedMessageSize = 1 << 20, MaxBufferSize = 1 << 20, MaxConnections = 2000, ListenBacklog = 2000,
                TransferMode = name == "streamed" ? TransferMode.Streamed : TransferMode.Buffered,
            };
            tcp.ReaderQuotas.MaxStringContentLength = 1 << 20;
            tcp.ReaderQuotas.MaxArrayLength = 1 << 20;
            return tcp;
        }

        private static int Serve(string binding, int port, string contract)
        {
            var scheme = binding == "http" ? "http" : "net.tcp";
            var host = new ServiceHost(typeof(Greeter));
            var address = scheme + "://127.0.0.1:" + port;
            if (contract == "shapes")
                host.AddServiceEndpoint(typeof(IShapes), Make(binding), address + "/shapes");
            else
                host.AddServiceEndpoint(typeof(IGreeter), Make(binding), address + "/greet");
            var throttle = new ServiceThrottlingBehavior();
            throttle.MaxConcurrentCalls = throttle.MaxConcurrentSessions = throttle.MaxConcurrentInstances = 10000;
            host.Description.Behaviors.Add(throttle);
            host.Open();
            Console.WriteLine("READY");
            Console.Out.Flush();
            Console.In.ReadToEnd();
            Environment.Exit(0);
            return 0;
        }

        private static int Call(string binding, Uri address, string[] operations)
        {
            var factory = new ChannelFactory<IGreeter>(Make(binding), new EndpointAddress(address));
            factory.Open();
            var channel = factory.CreateChannel();
            foreach (var operation in operations)
                Console.WriteLine(operation + "=" + One(channel, operation));
            if (binding != "http")
                ((ICommunicationObject)channel).Close();
            Console.WriteLine("DONE");
            Console.Out.Flush();
            Environment.Exit(0);
            return 0;
        }

        private static object One(IGreeter channel, string operation)
        {
            switch (operation)
            {
                case "greet": return channel.Greet("Bob");
                case "unicode": return channel.Greet("Zo\u00eb <&> \u4e16");
                case "1k": return channel.Greet(new string('x', 1024)).Length;
                case "30k": return channel.Greet(new string('x', 30000)).Length;
                case "add": return channel.Add(2, 40);
                case "round": return Round(channel);
                case "typed": return Typed(channel);
                case "untyped": return Untyped(channel);
                case "oneway":
                    var before = channel.Fired();
                    channel.Fire("x");
                    for (var i = 0; i < 3000 && channel.Fired() == before; i++)
                        Thread.Sleep(10);
                    return channel.Fired() - before;
                default: throw new ArgumentException(operation);
            }
        }

        private static object Round(IGreeter channel)
        {
            var item = new Item
            {
                Id = 1, Name = "n", Blob = new byte[1024], Vals = new List<double> { 1, 2.5 },
                When = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), G = Guid.NewGuid(),
            };
            var back = channel.Round(item);
            return back.Id + " " + back.Name + " " + back.Blob.Length + " " + string.Join(";", back.Vals) + " "
                + back.When.ToString("o") + " " + (back.G == item.G);
        }

        private static object Typed(IGreeter channel)
        {
            try
            {
                return channel.Fail("typed");
            }
            catch (FaultException<GreetFault> e)
            {
                return e.Detail.Code + " " + e.Detail.Reason + " " + e.Message;
            }
        }

        private static object Untyped(IGreeter channel)
        {
            try
            {
                return channel.Fail("other");
            }
            catch (FaultException)
            {
                return "FaultException";
            }
        }

        // One factory per channel: Mono's channels of one factory share an encoder.
        private static int Many(string binding, Uri address, int clients, int calls)
        {
            int ok = 0, failed = 0;
            var first = "";
            var threads = new List<Thread>();
            for (var t = 0; t < clients; t++)
            {
                var thread = new Thread(() =>
                {
                    try
                    {
                        var factory = new ChannelFactory<IGreeter>(Make(binding), new EndpointAddress(address));
                        factory.Open();
                        var channel = factory.CreateChannel();
                        for (var i = 0; i < calls; i++)
                        {
                            if (channel.Greet("x") != "Hello, x")
                                throw new InvalidOperationException("wrong reply");
                            Interlocked.Increment(ref ok);
                        }
                    }
                    catch (Exception e)
                    {
                        first = e.ToString();
                        Interlocked.Increment(ref failed);
                    }
                }, 256 * 1024);
                thread.IsBackground = true;
                thread.Start();
                threads.Add(thread);
            }

            foreach (var thread in threads)
                thread.Join();
            Console.WriteLine("ok=" + ok + " failed=" + failed + " " + first);
            Console.Out.Flush();
            Environment.Exit(0);
            return 0;
        }
    }
}
