// Compiled with MonoPeer.cs: headers, message contracts, messages and XmlSerializerFormat of a stack that we did not
// write.
using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml.Serialization;

namespace Peer
{
    [MessageContract(WrapperName = "Ask", WrapperNamespace = "urn:wrapped")]
    public class Question
    {
        [MessageHeader(Namespace = "urn:headers")] public string User;
        [MessageBodyMember(Order = 0)] public int Count;
        [MessageBodyMember(Order = 1, Name = "what", Namespace = "urn:what")] public string Text;
    }

    [MessageContract(WrapperNamespace = "urn:shapes")]
    public class Answer
    {
        [MessageHeader(Namespace = "urn:shapes")] public string Served;
        [MessageBodyMember(Namespace = "urn:shapes")] public string Text;
    }

    public class Purchase
    {
        [XmlAttribute] public string Number;
        [XmlElement("line")] public string[] Lines;
        public decimal Sum;
    }

    [ServiceContract(Namespace = "urn:shapes", Name = "IMonoShapes")]
    public interface IShapes
    {
        [OperationContract] string Header(string name);
        [OperationContract] Answer Ask(Question question);
        [OperationContract] [XmlSerializerFormat] Purchase Buy(Purchase purchase);
        [OperationContract(Action = "urn:shapes/echo", ReplyAction = "urn:shapes/echoed")]
        Message Echo(Message message);
    }

    public class Shapes : IShapes
    {
        public string Header(string name)
        {
            var headers = OperationContext.Current.IncomingMessageHeaders;
            var at = headers.FindHeader(name, "urn:headers");
            OperationContext.Current.OutgoingMessageHeaders.Add(
                MessageHeader.CreateHeader("served", "urn:headers", "by mono"));
            return at < 0 ? "none" : headers.GetHeader<string>(at);
        }

        public Answer Ask(Question question)
        {
            return new Answer { Served = question.User, Text = question.Text + question.Count };
        }

        public Purchase Buy(Purchase purchase)
        {
            purchase.Sum *= 2;
            return purchase;
        }

        public Message Echo(Message message)
        {
            return Message.CreateMessage(message.Version, "urn:shapes/echoed", message.GetBody<string>() + "!");
        }

        public static int Call(Binding binding, Uri address)
        {
            var factory = new ChannelFactory<IShapes>(binding, new EndpointAddress(address));
            factory.Open();
            var channel = factory.CreateChannel();
            using (new OperationContextScope((IContextChannel)channel))
            {
                OperationContext.Current.OutgoingMessageHeaders.Add(
                    MessageHeader.CreateHeader("user", "urn:headers", "mono"));
                Console.WriteLine("header=" + channel.Header("user"));
            }

            var answer = channel.Ask(new Question { User = "me", Text = "ha", Count = 3 });
            Console.WriteLine("ask=" + answer.Served + " " + answer.Text);
            var bought = channel.Buy(new Purchase { Number = "4711", Lines = new[] { "tea", "<milk>" }, Sum = 1.5m });
            Console.WriteLine("buy=" + bought.Number + " " + string.Join(",", bought.Lines) + " " + bought.Sum);
            var echo = channel.Echo(Message.CreateMessage(binding.MessageVersion, "urn:shapes/echo", "text"));
            Console.WriteLine("echo=" + echo.GetBody<string>());
            Console.WriteLine("DONE");
            Console.Out.Flush();
            Environment.Exit(0);
            return 0;
        }
    }
}
